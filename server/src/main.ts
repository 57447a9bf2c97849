import { runProgram } from './run-program.ts'
import { start } from './start.ts'

await runProgram('serve', start)
