import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ask } from './calls.ts'

/** In a thread of its own, so that what the drill itself does is not taken for waiting. Asked to stop, it tells what it saw. */
const everyMs = 50
const answers: { ms: number; status: number }[] = []
let isOver = false
parentPort?.once('message', () => {
  isOver = true
})
while (!isOver) {
  const { ms, status } = await ask(String(workerData))
  answers.push({ ms, status })
  await pause(everyMs)
}
parentPort?.postMessage(answers)
