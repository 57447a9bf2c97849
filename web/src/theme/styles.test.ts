import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const src = new URL('..', import.meta.url).pathname
const sources = globSync('**/*.{ts,tsx}', { cwd: src })
  .filter((file) => !/\.test\.|\.d\.ts$|^testing\//.test(file))
  .map((file) => readFileSync(`${src}${file}`, 'utf8'))
const found = (pattern: RegExp) =>
  sources.flatMap((text) => [...text.matchAll(pattern)].map(([, one = '', two = '']) => one + two))
const hasStyles = new Set(
  globSync('node_modules/@mantine/core/styles/*.css', { cwd: `${src}../..` }).map(
    (file) => /(\w+)\.css$/.exec(file)?.[1],
  ),
)

test('every control of Mantine in use has its styles', () => {
  const named = found(/import (?:type )?\{([^}]*)\} from '@mantine\/core'/g).flatMap(
    (names) => names.match(/\w+/g) ?? [],
  )
  const parts = found(/<(\w+)\.(\w+)/g)
  const styled = new Set(found(/@mantine\/core\/styles\/(\w+)\.css/g))
  const used = [...new Set([...named, ...parts])].filter((name) => hasStyles.has(name))
  expect(used.length).toBeGreaterThan(40)
  expect(used.filter((name) => !styled.has(name))).toEqual([])
})
