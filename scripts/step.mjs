import { spawn } from 'node:child_process'

/**
 * Runs a program; resolves with its exit code, its output and its seconds. With `live`, the output is shown as it comes; `onStart` gets the
 * process.
 */
export const runStep = (name, [command, ...args], { live = false, onStart, ...options } = {}) =>
  new Promise((resolve) => {
    const started = Date.now()
    const child = spawn(command, args, {
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
      ...options,
    })
    onStart?.(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
    const done = (code) => resolve({ name, code, output, seconds: (Date.now() - started) / 1000 })
    child.on('error', (error) => {
      output += error.message
      done(1)
    })
    child.on('close', (code) => done(code ?? 1))
  })
