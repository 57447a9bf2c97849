// Comments wider than 140 columns, which the formatter leaves as they are, and nobody reads to their end. `--write` wraps them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const widest = 140
const isTooWide = (line) => line.length > widest && /^\s*(\/\/|\/?\*)/.test(line)

const wrapped = (text, width) => {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines
}

const wrap = (line) => {
  const [, space, sign, text] = /^(\s*)(\/\/|\/\*\*|\*) (.*)$/.exec(line) ?? []
  if (sign === undefined) return [line]
  const inside = (lead, words) => wrapped(words, widest - lead.length).map((part) => lead + part)
  if (sign !== '/**') return inside(`${space}${sign} `, text)
  const [, words = '', end] = /^(.*?)( ?\*\/)?$/.exec(text) ?? []
  return [`${space}/**`, ...inside(`${space} * `, words), ...(end ? [`${space} */`] : [])]
}

/** What is left of a line begins the next one, where the sentence goes on there. */
const wrapAll = (lines) => {
  const [rest, done] = [[...lines], []]
  while (rest.length > 0) {
    const line = rest.shift()
    const parts = isTooWide(line) ? wrap(line) : [line]
    const last = parts.at(-1)
    const lead = /^\s*(\/\/|\*) /.exec(last)?.[0]
    const goesOn = parts.length > 1 && lead && rest[0]?.startsWith(lead) && /^[a-z]/.test(rest[0].slice(lead.length))
    if (goesOn) rest[0] = `${parts.pop()} ${rest[0].slice(lead.length)}`
    done.push(...parts)
  }
  return done
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.cjs'], {
  encoding: 'utf8',
})
let found = 0
for (const file of files.split('\n').filter((name) => name && existsSync(name))) {
  const lines = readFileSync(file, 'utf8').split('\n')
  const wide = lines.flatMap((line, at) => (isTooWide(line) ? at + 1 : []))
  if (wide.length === 0) continue
  if (process.argv.includes('--write')) writeFileSync(file, wrapAll(lines).join('\n'))
  else for (const at of wide) console.log(`${file}:${at}`)
  found += wide.length
}
if (found > 0 && !process.argv.includes('--write')) {
  console.log(`${found} comments are wider than ${widest} columns. Run: node scripts/comments.mjs --write`)
  process.exitCode = 1
}
