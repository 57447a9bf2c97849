import { expect, test } from 'vitest'
import { choicesOf } from './choose.ts'
import { messages } from './messages.ts'

const file = (name: string, part: Record<string, string> = {}) => Object.assign(new File(['12345'], name), part)

test('a file is named by where it lay in the folder, however it came here', async () => {
  const { choices } = await choicesOf([
    file('IM1', { webkitRelativePath: 'disc/series/IM1' }),
    file('IM2', { relativePath: './disc/IM2' }),
    file('IM3', { path: '/disc/IM3' }),
    file('IM4'),
  ])
  expect(choices.map(({ name }) => name)).toEqual(['disc/series/IM1', 'disc/IM2', 'disc/IM3', 'IM4'])
  expect(choices.every((choice) => 'size' in choice && choice.size === 5)).toBe(true)
})

test('what lies beside the images on every disc is left out and counted', async () => {
  const beside = ['DICOMDIR', 'Thumbs.db', '.DS_Store', 'desktop.ini', '._IM1']
  const { choices, leftOut } = await choicesOf([...beside.map((name) => file(name)), file('IM1')])
  expect([choices.length, leftOut]).toEqual([1, beside.length])
  const hidden = await choicesOf([file('IM1', { webkitRelativePath: 'disc/__MACOSX/IM1' })])
  expect(hidden).toEqual({ choices: [], leftOut: 1 })
})

test('a file is read only when its turn comes', async () => {
  const { choices } = await choicesOf([file('IM1')])
  const [choice] = choices
  expect(choice && 'read' in choice && (await (await choice.read()).text())).toBe('12345')
})

test('numbers of files and sizes are written as people read them', () => {
  expect(messages.filesDone(1200, 34_567)).toBe('1,200 of 34,567 files')
  expect(messages.filesDone(0, 1)).toBe('0 of 1 file')
  expect(messages.bytesSent(1_572_864, 1024 * 1024 * 1024)).toBe('1.5 of 1,024 MB')
  expect(messages.done(1, 0, 0)).toBe('1 file stored.')
  expect(messages.done(1, 0, 2)).toBe('1 file stored, 2 files refused.')
  expect(messages.done(0, 0, 2)).toBe('0 files stored, 2 files refused.')
  expect(messages.done(3, 2, 0)).toBe('1 file stored, 2 files already here.')
  expect(messages.done(108, 108, 0)).toBe('108 files already here.')
})
