import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { hasDcmtk, hasGdcm } from '../server/test/dicom-tools.ts'
import { anyLetters, signInOperator } from './people.ts'
import { type Case, isDeep, isVolume, sample, studyOf, type Written, whole } from './pictures/cases.ts'
import { type Compared, compareSlice, compareView, isWrong } from './pictures/compare.ts'
import { readSlice, readView } from './pictures/screen.ts'
import { type Layout, ownLayout, viewOf } from './pictures/stacks.ts'
import { adminToken, sendAs } from './studies.ts'

const place = (page: Page) => page.getByRole('main').getByRole('status')
const images = (page: Page) => page.getByRole('application')
const keys: Record<Layout, string> = { axial: '1', coronal: '2', sagittal: '3' }
const numberIn = (text: string | null, pattern: RegExp) => Number(pattern.exec(text ?? '')?.[1]) - 1

/** What the crosshair hides at one place it shows at another; where a line of one crosses that of another, at a third. */
const readWhole = async (page: Page, width: number, height: number) => {
  const reads = [await readView(page, width, height)]
  for (const _ of [1, 2]) {
    for (const key of ['ArrowRight', 'Shift+ArrowUp']) {
      const before = await place(page).textContent()
      await images(page).press(key)
      await expect(place(page)).not.toHaveText(before ?? '')
    }
    reads.push(await readView(page, width, height))
  }
  return reads[0]!.map((value, n) => value ?? reads[1]![n] ?? reads[2]![n])
}

/** All pixels of all planes of a deep volume; of the others those of the slices that no line of the crosshair hides. */
const readVolume = async (page: Page, written: Written) => {
  const { stack } = written
  const layouts = isDeep(stack) ? (['axial', 'coronal', 'sagittal'] as const) : [ownLayout(stack)]
  const compared: Compared[] = []
  for (const layout of layouts) {
    await images(page).press(keys[layout])
    const at = numberIn(await place(page).textContent(), new RegExp(`${layout} (\\d+) of`, 'i'))
    const { width, height } = viewOf(stack, layout, at)
    const read = await (isDeep(stack) ? readWhole : readView)(page, width, height)
    compared.push(...compareView(written, layout, at, read))
  }
  return compared
}

const readSlices = async (page: Page, written: Written) => {
  const at = numberIn(await place(page).textContent(), /Slice (\d+) of/)
  const { data, ...size } = await readSlice(page)
  return compareSlice(written, at, { ...size, data: [...data] })
}

/** Goes from one series to the next, and compares what is on the screen with what dcmtk and gdcm draw of the files. */
const lookAt = async (request: APIRequestContext, page: Page, cases: readonly Case[]) => {
  const token = await adminToken(request)
  const { studyUid, written } = await studyOf(cases, anyLetters())
  for (const { files } of written)
    await sendAs(
      request,
      token,
      files.map(({ sent }) => sent),
    )
  await signInOperator(page, 'physician@northside.example', `/viewer?study=${studyUid}`)
  const compared: Compared[] = []
  for (const [n, one] of written.entries()) {
    if (n > 0) await images(page).press('n')
    await expect(
      page.locator('button[aria-current=true]').filter({ hasText: `${n + 1} ${one.name}`.slice(0, 40) }),
    ).toBeVisible()
    await expect(place(page)).toHaveText(isVolume(one.stack) ? /Axial \d+ of/ : /Slice \d+ of/)
    // Once for all volumes: letters and scale go beside the picture.
    if (isVolume(one.stack) && n === 0) await images(page).press('x')
    compared.push(...(isVolume(one.stack) ? await readVolume(page, one) : await readSlices(page, one)))
  }
  return compared
}

test.skip(!hasDcmtk || !hasGdcm, 'dcmtk and gdcm are not installed')

const isWhole = process.env.PICTURES === 'whole'
const groups = isWhole
  ? Map.groupBy(whole(), ({ stack }) => `${stack.frames}, ${stack.plane}, ${isVolume(stack) ? 'planes' : 'slices'}`)
  : Map.groupBy(sample(), ({ stack }) => (isVolume(stack) ? 'planes' : 'slices'))

for (const [name, cases] of groups)
  test(`what dcmtk and gdcm draw is on the screen, pixel by pixel: ${name}`, async ({ request, page }) => {
    if (isWhole) test.setTimeout(60_000 + cases.length * 20_000)
    const compared = await lookAt(request, page, cases)
    const report = process.env.PICTURES_REPORT
    if (report) writeFileSync(join(report, `${name.replaceAll(/\W+/g, '-')}.json`), JSON.stringify(compared))
    expect(compared.filter(isWrong)).toEqual([])
  })
