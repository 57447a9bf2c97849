import { BlobReader, BlobWriter, configure, TextReader, ZipWriter } from '@zip.js/zip.js/index-native.js'
import { expect, test } from 'vitest'
import { choicesOf } from './choose.ts'
import { messages } from './messages.ts'
import { startSending } from './sending.ts'

configure({ useWebWorkers: false })

type Add = (writer: ZipWriter<Blob>) => Promise<unknown>
const zipOf = async (
  add: Add,
  change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> = (bytes) => bytes,
) => {
  const writer = new ZipWriter(new BlobWriter())
  await add(writer)
  const blob = await writer.close()
  return new File([change(new Uint8Array(await blob.arrayBuffer()))], 'scans.zip')
}
const text = new TextReader('content')
const replaced = (from: string, to: string) => (bytes: Uint8Array<ArrayBuffer>) =>
  Uint8Array.from(new TextDecoder('latin1').decode(bytes).replaceAll(from, to), (sign) => sign.charCodeAt(0))

test('a zip gives its files with their bytes, without folders and what systems leave behind', async () => {
  const zip = await zipOf(async (writer) => {
    await writer.add('series/', undefined, { directory: true })
    await writer.add('series/IM1', text)
    await writer.add('__MACOSX/series/._IM1', text)
    await writer.add('DICOMDIR', text)
  })
  const { choices, leftOut } = await choicesOf([zip])
  expect(leftOut).toBe(2)
  expect(choices).toMatchObject([{ name: 'scans.zip/series/IM1', size: 7 }])
  const [choice] = choices
  expect(choice && 'read' in choice && (await (await choice.read()).text())).toBe('content')
})

test.each<[string, Add, Parameters<typeof zipOf>[1] | undefined, RegExp]>([
  ['a name that climbs', (writer) => writer.add('xx/xx/IM1', text), replaced('xx/xx', '../..'), /points out/],
  ['an absolute name', (writer) => writer.add('xetc/IM1', text), replaced('xetc', '/etc'), /points out/],
  ['a password', (writer) => writer.add('IM1', text, { password: 'p' }), undefined, /protected with a password/],
  [
    'a bomb',
    (writer) => writer.add('IM1', new BlobReader(new Blob([new Uint8Array(120_000_000)]))),
    undefined,
    /100 times/,
  ],
  ['a zip in it', (writer) => writer.add('inner.zip', text), undefined, /zip file inside another/],
  ['nothing in it', async () => {}, undefined, /zip file is empty/],
  ['half of itself', (writer) => writer.add('IM1', text), (bytes) => bytes.slice(0, 40), /damaged/],
])('a zip with %s is not opened, and it is said why', async (_what, add, change, sentence) => {
  const { choices } = await choicesOf([await zipOf(add, change)])
  expect(choices).toHaveLength(1)
  expect(choices[0]).toMatchObject({ problem: expect.stringMatching(sentence) })
})

test('an entry that is larger than it says is given up, and named', async () => {
  const lie = (bytes: Uint8Array<ArrayBuffer>) => {
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < bytes.length - 4; at++)
      // The header of the directory entry, whose size is at offset 24.
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 3, true)
    return bytes
  }
  const { choices } = await choicesOf([await zipOf((writer) => writer.add('IM1', text), lie)])
  const refused = await new Promise((resolve) =>
    startSending(
      choices,
      { send: async () => ({ studies: [], duplicates: 0, refused: [] }), findStored: async () => new Map() },
      ({ state, refused }) => {
        if (state === 'done') resolve(refused)
      },
    ),
  )
  expect(refused).toEqual([{ name: 'scans.zip/IM1', sentence: messages.unreadableInZip }])
})
