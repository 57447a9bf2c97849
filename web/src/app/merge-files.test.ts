import { expect, test } from 'vitest'
import { type FilePart, mergedFiles } from '../../merge-files.ts'

const part = (name: string, size: number, pages: string, ...imports: string[]): FilePart => ({
  name,
  modules: [name],
  size,
  pages: new Set(pages),
  imports,
})
const merged = (...parts: FilePart[]) =>
  mergedFiles(parts)
    .map((modules) => modules.sort().join(''))
    .sort()

test('what the same pages need is one file, and what others do not need is another', () => {
  expect(merged(part('a', 9000, 'xy'), part('b', 9000, 'xy'), part('c', 9000, 'z'))).toEqual(['ab', 'c'])
})

test('a small part comes along where a file of its own would weigh more', () => {
  expect(merged(part('a', 9000, 'xy'), part('b', 100, 'xyz'))).toEqual(['a', 'b'])
  expect(merged(part('a', 200, 'wxy'), part('b', 100, 'wxyz'))).toEqual(['ab'])
})

test('files do not import each other', () => {
  const between = part('c', 90_000, 'xyz', 'b')
  expect(merged(part('a', 10, 'xy', 'c'), part('b', 10, 'xyz'), between)).not.toContain('ab')
})

test('what a merged part imports is weighed, too', () => {
  expect(merged(part('a', 10, 'wxy', 'c'), part('b', 10, 'wxyz'), part('c', 9000, 'wxy'))).toEqual(['ac', 'b'])
})
