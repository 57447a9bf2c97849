import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hasDcmtk, shownByDcmtk } from '../../../../test/dicom-tools.ts'
import type { Uids } from '../../../../test/dicom-writer.ts'
import { container, image, local, num, reportFile, text } from '../../../../test/report-writer.ts'
import { reportKinds, reportOf } from '../../../../test/reports.ts'
import type { DicomJson } from '../../../clinic/imaging/dicom/dicom-json.ts'
import { readHead } from '../../../clinic/imaging/dicom/head.ts'
import { wordsIn } from '../../../platform/language/words.ts'
import { reportPage } from './report-page.ts'

const uids: Uids = { study: '2.25.41', series: '2.25.41.1', instance: '2.25.41.1.1' }
const pageOf = async (file: Buffer, language = 'en') => {
  const head = await readHead(async (start, end) => file.subarray(start, end + 1), file.length)
  return reportPage(JSON.parse(head.metadata), wordsIn(language))
}

const named = { amp: '&', lt: '<', gt: '>', quot: '"', para: '\n' } as Record<string, string>
const textIn = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&(\w+);/g, (whole, name: string) => named[name] ?? whole)
const wordsOf = (html: string) =>
  textIn(html)
    .toLowerCase()
    .match(/[\p{L}\p{N}.:-]*[\p{L}\p{N}]/gu) ?? []

/** What dcmtk prints for how items belong together, and beside codes and units. */
const ofDcmtk =
  /<span class="under">(Observation Context|Concept Modifier|Properties|Acquisition Context)<\/span>|\(C\d+, 99TEST\)|(?<=0\.8) 1\b/g
const bodyOfDcmtk = (html: string) => html.replace(/^[\s\S]*<body>/, '').replace(/<hr>[\s\S]*/, '')
const bodyOfOurs = (html: string) => html.replace(/^[\s\S]*<body>/, '').replace(/<dl>.*<\/dl>/, '')

describe.skipIf(!hasDcmtk)('beside dcmtk', () => {
  test.each(Object.keys(reportKinds))('%s says the same words in the same order', async (kind) => {
    const file = reportOf(kind, uids)
    const theirs = bodyOfDcmtk(shownByDcmtk(file)).replace(ofDcmtk, '')
    const ours = bodyOfOurs(await pageOf(file)).replace('marked region', '')
    expect(wordsOf(ours)).toEqual(wordsOf(theirs))
  })

  const sample = '/usr/lib/python3/dist-packages/pydicom/data/test_files/test-SR.dcm'
  test.skipIf(!existsSync(sample))('a report of every type of content lacks none of its words', async () => {
    const file = readFileSync(sample)
    const ours = new Set(wordsOf(await pageOf(file)))
    const ofTheir = new Set(
      'footnote content item by-reference concept modifier properties observation acquisition context observed with presentation state 4444 1 2 cm basictextsrstorage hemodynamicwaveformstorage 2222 99 offis dcmtk 2001-02-13 18:47:46 image'.split(
        ' ',
      ),
    )
    const missing = wordsOf(bodyOfDcmtk(shownByDcmtk(file))).filter((word) => !ours.has(word) && !ofTheir.has(word))
    expect(missing).toEqual([])
  })
})

const withItems = (...items: Parameters<typeof reportFile>[0]['items']) =>
  reportFile({ uids, kind: 'comprehensive', title: local('Report of a test'), items })

test('nothing of a report runs or is loaded', async () => {
  const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>\'"'
  const page = await pageOf(withItems(text(evil, evil), container(evil, text('x', '&#60;b>'))))
  expect(page).not.toMatch(/<(script|img|a|link|style|iframe)|onerror=alert\(1\)>/)
  expect(textIn(page)).toContain(evil)
  expect(textIn(page)).toContain('&#60;b>')
})

test('what is not understood is named, and so is what it lacks', async () => {
  const page = textIn(
    await pageOf(
      withItems(
        { type: 'HOLOGRAM', value: [], name: local('Newest') },
        { type: 'constructor', value: [], name: local('Odd') },
        text('Empty', ''),
        text('Long', 'x'.repeat(70_000)),
        num('Beads', '3', ['{beads}', 'UCUM', 'beads']),
        image('Still', '2.25.41.9', {}, '2\\5'),
        { type: 'TEXT', name: local('Again'), value: [[0x0040db73, 'UL', Buffer.from([1, 0, 0, 0, 5, 0, 0, 0])]] },
      ),
    ),
  )
  for (const said of [
    'Newest: (content of the kind “HOLOGRAM” is not shown here)',
    'Odd: (content of the kind “constructor” is not shown here)',
    'Empty: (no value)',
    'Beads: 3 beads',
    'Still: MR image, frame 2, 5',
    'Again: see “Beads”',
  ])
    expect(page.replace(/\s+/g, ' ')).toContain(said)
})

test('a page has an end, whatever a report holds', () => {
  const items = Array.from({ length: 25_000 }, (_, n) => ({
    '0040A040': { vr: 'CS', Value: ['TEXT'] },
    '0040A160': { vr: 'UT', Value: [`line ${n}`] },
  }))
  const tags: DicomJson = { '0040A040': { vr: 'CS', Value: ['CONTAINER'] }, '0040A730': { vr: 'SQ', Value: items } }
  const page = reportPage(tags, wordsIn('en'))
  expect(page).toContain('line 19999<')
  expect(page).not.toContain('line 20001<')
  expect(page).toContain('longer than what is shown here')
})

test('a report is framed in the language of its reader', async () => {
  const page = await pageOf(reportOf('basic text (TID 2000)', uids), 'es')
  expect(page).toContain('lang="es"')
  expect(page).toContain('<dt>Paciente</dt>')
})

const item = (type: string, more: DicomJson): DicomJson => ({ '0040A040': { vr: 'CS', Value: [type] }, ...more })
const rootOf = (items: DicomJson[]) => item('CONTAINER', { '0040A730': { vr: 'SQ', Value: items } })
const textItem = (text: string) => item('TEXT', { '0040A160': { vr: 'UT', Value: [text] } })

test('what is referred to again and again is quoted, and found without a search', () => {
  const reference: DicomJson = { '0040DB73': { vr: 'UL', Value: [1, 1] } }
  const items = [textItem('&'.repeat(500_000)), ...Array.from({ length: 4000 }, () => reference)]
  const page = reportPage(rootOf(items), wordsIn('en'))
  expect(page.match(/see “(&#38;){100}”/g)).toHaveLength(4000)
  expect(page.length).toBeLessThan(6_000_000)
})

test('texts are cut where they are longer together than a page may be', () => {
  const page = reportPage(rootOf([textItem('a'.repeat(900_000)), textItem('b'.repeat(900_000))]), wordsIn('en'))
  expect(page.match(/b+/g)?.find((run) => run.length > 10)).toHaveLength(100_000)
  expect(page).toContain('longer than what is shown here')
})

test('sections in sections have an end', () => {
  let deep = textItem('the innermost')
  for (let n = 0; n < 5000; n++) deep = rootOf([deep])
  const page = reportPage(deep, wordsIn('en'))
  expect(page).not.toContain('the innermost')
  expect(page).toContain('longer than what is shown here')
})
