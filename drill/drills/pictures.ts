import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../../bench/report.ts'
import { type Compared, isWrong } from '../../e2e/pictures/compare.ts'

const lineOf = (reference: string, all: readonly Compared[]) => {
  const exact = all.filter(({ apart }) => apart === 0).length
  return `  ${reference.padEnd(14)} ${all.length} pictures, ${exact} the same, at most ${Math.max(...all.map(({ apart }) => apart))} of 255 apart`
}

/** Every kind of picture in every form: what the viewer's screen shows is held pixel by pixel against what dcmtk and gdcm draw. */
export const drillPictures = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'fornix-pictures-'))
  try {
    const test = spawn('playwright', ['test', '-c', 'e2e/playwright.config.ts', 'pictures.spec', '--reporter=list'], {
      env: { ...process.env, PICTURES: 'whole', PICTURES_REPORT: folder },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = await once(test, 'exit')
    const all = readdirSync(folder).flatMap((name): Compared[] => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    for (const [reference, compared] of Map.groupBy(all, ({ reference }) => reference))
      console.log(lineOf(reference, compared))
    const wrong = all.filter(isWrong)
    for (const one of wrong) console.log(`  ${one.name}, ${one.view}, ${one.reference}: ${one.apart} of 255 apart`)
    return [
      { what: 'pictures: series', value: new Set(all.map(({ name }) => name)).size, unit: '', atLeast: 500 },
      { what: 'pictures: compared', value: all.length, unit: '' },
      { what: 'pictures: too far apart, or not seen', value: wrong.length, unit: '', atMost: 0 },
      { what: 'pictures: mirrored', value: all.filter(({ isMirrored }) => isMirrored).length, unit: '', atMost: 0 },
      { what: 'pictures: runs that went wrong', value: code === 0 ? 0 : 1, unit: '', atMost: 0 },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
