import { expect, test } from 'vitest'
import { contentDisposition, displayName } from './file-name.ts'

test.each([
  ['scan.pdf', 'scan.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\scan.PDF', 'scan.PDF'],
  ['a\r\nSet-Cookie: x\0.pdf', 'aSet-Cookie: x.pdf'],
  ['cod\u202egpj.exe', 'codgpj.exe'],
  ['  two   words .pdf ', 'two words .pdf'],
  ['Jose\u0301.pdf', 'José.pdf'],
  ['', 'file'],
  ['..', 'file'],
  ['///', 'file'],
  ['.pdf', 'file.pdf'],
  ['\u200b\u200b.pdf', 'file.pdf'],
  ['\ud800.pdf', 'file.pdf'],
  ['報告書.pdf', '報告書.pdf'],
])('the name %j is shown as %j', (raw, shown) => {
  expect(displayName(raw)).toBe(shown)
})

test('a long name keeps its extension within 200 bytes and no half character', () => {
  for (const letter of ['a', 'é', '報', '🧠']) {
    const shown = displayName(`${letter.repeat(10_000)}.jpeg`)
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(200)
    expect(Buffer.byteLength(shown)).toBeGreaterThan(195)
    expect(shown).toMatch(new RegExp(`^(${letter})+\\.jpeg$`, 'u'))
  }
  expect(Buffer.byteLength(displayName(`a.${'b'.repeat(10_000)}`))).toBeLessThanOrEqual(200)
})

test.each([
  ['scan.pdf', `attachment; filename="scan.pdf"; filename*=UTF-8''scan.pdf`],
  ['José "x".pdf', `attachment; filename="Jose _x_.pdf"; filename*=UTF-8''Jos%C3%A9%20%22x%22.pdf`],
  ["it's (1)*.pdf", `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
  ['a\r\nX: y', `attachment; filename="a__X: y"; filename*=UTF-8''a%0D%0AX%3A%20y`],
  ['🧠', `attachment; filename="_"; filename*=UTF-8''%F0%9F%A7%A0`],
])('the download header of %j stays one attachment', (name, header) => {
  expect(contentDisposition(name)).toBe(header)
})
