import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Figure } from '../../bench/report.ts'
import { times } from '../scale.ts'

const wantedSteps = 1000

/** Ten windows of one browser, each with its patient, in an order that is generated anew each time: nothing lands elsewhere. */
export const drillTenWindows = async (): Promise<Figure[]> => {
  const steps = times(wantedSteps)
  const seed = process.env.RIGHT_PATIENT_SEED ?? String(Date.now() % 1_000_000)
  console.log(`  ${steps} steps, RIGHT_PATIENT_SEED=${seed}`)
  const test = spawn(
    'playwright',
    [
      'test',
      '-c',
      'e2e/playwright.config.ts',
      'right-patient',
      '--reporter=list',
      '--timeout',
      String(60_000 + steps * 20_000),
    ],
    {
      env: { ...process.env, RIGHT_PATIENT_STEPS: String(steps), RIGHT_PATIENT_SEED: seed },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const [code] = await once(test, 'exit')
  return [{ what: `ten-windows: ${steps} steps, runs that went wrong`, value: code === 0 ? 0 : 1, unit: '', atMost: 0 }]
}
