import { Writable } from 'node:stream'
import { openLog } from '../src/platform/base/log.ts'

/** A log that a test reads: its lines so far, each as it was written. */
export const capturedLog = (level: Parameters<typeof openLog>[0]) => {
  const lines: string[] = []
  const sink = new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) })
  return { log: openLog(level, sink), lines }
}
