import { markOf, marksIn } from '@fornix/contract'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { AuthorizationSheet } from './AuthorizationSheet.tsx'
import { makePdf } from './make-pdf.ts'

afterEach(() => document.body.replaceChildren())

const content = {
  project: 'Lumen Neuro',
  patient: 'Amara Abbott',
  mrn: 'LN-1',
  scanDate: '2026-02-14',
  studyId: '1.2.3',
  personalUse: true,
  secondOpinion: false,
  other: true,
  otherDetails: 'x'.repeat(200),
  expirationDate: '2027-11-21',
  signature: 'Amara Abbott',
  date: '2026-11-21',
}

const printed = {
  patient: 'Łukasz O’Brien',
  study_id: '1.2.3',
  scan_date: '20260214',
  purposes: 'Personal Use; Other: (both)',
  expiration_date: '2027-11-21',
  signature: 'Łukasz O’Brien',
  date: '2026-11-21',
}

const draw = async (part: Partial<typeof content> = {}) => {
  await show(<AuthorizationSheet {...content} {...part} />)
  const pages = [...document.querySelectorAll<HTMLElement>('section')]
  return {
    pages,
    pdf: await makePdf(pages, { title: 'Request for MRI Scan Authorization Form', keywords: markOf(printed) }),
  }
}

const unpack = async (bytes: Uint8Array<ArrayBuffer>) => {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text
      text += [...value].map((code) => String.fromCharCode(code)).join('')
    }
  } catch {
    // What follows the packed bytes is no part of them.
    return text
  }
}

/** All streams of the file but its pictures, as text. */
const streamsOf = async (pdf: Blob) => {
  const bytes = new Uint8Array(await pdf.arrayBuffer())
  const source = new TextDecoder('latin1').decode(bytes)
  const found: string[] = []
  for (const { index, 0: mark } of source.matchAll(/(?<!end)stream\n/g)) {
    if (source.slice(index - 200, index).includes('DCTDecode')) continue
    const start = index + mark.length
    found.push(await unpack(bytes.slice(start, source.indexOf('endstream', start))))
  }
  return found.join('\n')
}

test('the form fits its two pages, whatever is written on it', async () => {
  const { pages } = await draw({ patient: 'Maximiliana Wolfeschlegelsteinhausen-Bergerdorff' })
  expect(pages).toHaveLength(2)
  for (const page of pages) expect(page.scrollHeight).toBeLessThanOrEqual(1123)
})

/** How much of a page is written on, above its foot. */
const filled = (page: HTMLElement) => {
  const { top } = page.getBoundingClientRect()
  const parts = [...page.children].slice(0, -1)
  return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom - top)) / 1123
}

test('no page is left half empty, and nothing reaches its foot', async () => {
  const { pages } = await draw({ otherDetails: 'for my physician' })
  for (const page of pages) expect(filled(page)).toBeGreaterThan(0.78)
  const { pages: longest } = await draw({
    patient: 'Maximiliana Wolfeschlegelsteinhausen-Bergerdorff',
    otherDetails: 'x'.repeat(200),
  })
  for (const page of longest) expect(filled(page)).toBeLessThan(0.955)
})

test('the PDF is small, and its text can be selected', async () => {
  const { pdf } = await draw()
  expect(pdf.type).toBe('application/pdf')
  expect(pdf.size).toBeLessThan(2_000_000)
  const text = await streamsOf(pdf)
  for (const part of ['Request for MRI Scan Authorization Form', 'Amara Abbott', '[x]', 'Page 2 of 2'])
    expect(text).toContain(part)
})

test('the days that the signer sets are in words, that of the scan as on the form', async () => {
  const text = await streamsOf((await draw()).pdf)
  for (const day of ['Nov 21, 2027', 'Nov 21, 2026', '2026-02-14']) expect(text).toContain(day)
  for (const day of [content.expirationDate, content.date]) expect(text).not.toContain(day)
})

test('the PDF holds the fields of the form for programs, in any alphabet', async () => {
  const { pdf } = await draw()
  const source = new TextDecoder('latin1').decode(await pdf.arrayBuffer())
  expect(marksIn(source)).toEqual([printed])
})

test('a name in letters that the built-in fonts lack is there to be selected', async () => {
  const { pdf } = await draw({ patient: 'Łukasz Żółć', signature: 'Łukasz Żółć' })
  const text = (await streamsOf(pdf)).toLowerCase()
  // The map from the letters of the embedded font to Unicode: Ł is 0141, ż is 017c in small, Ż 017b.
  expect(text).toContain('begincmap')
  for (const code of ['0141', '017b', '0142']) expect(text).toContain(`<${code}>`)
  expect(pdf.size).toBeLessThan(2_000_000)
})
