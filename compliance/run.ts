// Writes docs/COMPLIANCE.md from the lists of this folder. `--check` only says whether it is up to date and each test stands where it is
// named.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { finderIn, problemsOf } from './check.ts'
import { complianceDocument } from './document.ts'
import { standards } from './standards.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = `${root}docs/COMPLIANCE.md`

const problems = problemsOf(standards, finderIn(root))
const text = complianceDocument(standards)
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) problems.push('docs/COMPLIANCE.md is stale. Run: node compliance/run.ts')
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
