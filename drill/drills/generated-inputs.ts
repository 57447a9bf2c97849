import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Figure } from '../../bench/report.ts'
import { times } from '../scale.ts'

const inputs = times(100_000)

/** The test of `npm test` with many more inputs, and other ones each time: its seed is printed, and makes the same ones again. */
export const drillGeneratedInputs = async (): Promise<Figure[]> => {
  const seed = process.env.GENERATED_SEED ?? String(randomInt(2 ** 31))
  console.log(`  GENERATED_SEED=${seed}`)
  const test = spawn('vitest', ['run', '--root', 'server', 'test/generated-inputs.test.ts', '--reporter=verbose'], {
    env: {
      ...process.env,
      GENERATED_INPUTS: String(inputs),
      GENERATED_SEED: seed,
      GENERATED_TABLE: 'yes',
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve, reject) => test.on('error', reject).on('exit', resolve))
  const output = await text(test.stdout)
  const failed = (await ended) !== 0
  console.log(output)
  const [, sent = '0', valid = '0', done = '0'] = /(\d+) inputs, (\d+) well formed, (\d+) done/.exec(output) ?? []
  return [
    { what: 'generated inputs: sent', value: Number(sent), unit: '', atLeast: inputs },
    { what: 'generated inputs: well formed', value: (100 * Number(valid)) / Number(sent), unit: '%', atLeast: 60 },
    { what: 'generated inputs: done', value: (100 * Number(done)) / Number(sent), unit: '%' },
    { what: 'generated inputs: test failed', value: failed ? 1 : 0, unit: '', atMost: 0 },
  ]
}
