import { runProgram } from '@fornix/server/run-program.ts'
import { startDemo } from './start.ts'

await runProgram('demo', startDemo)
