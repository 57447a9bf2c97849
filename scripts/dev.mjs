// Vite's dev server in front of the demo: what is saved in web/ or contract/ shows in the browser at once, what is saved elsewhere
// restarts the demo.
import { spawn } from 'node:child_process'
import { createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createServer } from 'vite'
import { root } from './install.mjs'

const port = Number(process.env.PORT || 3000)
const address = `http://localhost:${port}`

const freePort = () =>
  new Promise((resolve) => {
    const server = createSocketServer().listen(0, '127.0.0.1', () => {
      const found = server.address().port
      server.close(() => resolve(found))
    })
  })

const stop = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

const behind = await freePort()
process.env.SERVER_URL = `http://127.0.0.1:${behind}`
const vite = await createServer({
  root: join(root, 'web'),
  logLevel: 'warn',
  clearScreen: false,
  // A dependency that is found only when its page is opened would reload that page, and lose a sign-in on its way.
  optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,tsx}', '!src/**/*.test.*', '!src/testing/**'] },
  server: { port, strictPort: true, host: '127.0.0.1', warmup: { clientFiles: ['src/app/main.tsx'] } },
})
await vite
  .listen()
  .catch(() =>
    stop(`PORT: ${port} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm run dev`),
  )

const demo = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'demo/src/main.ts')], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { LOG_LEVEL: 'warn', ...process.env, PORT: String(behind), HOST: '127.0.0.1', PUBLIC_URL: address },
})
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopping = true
    void vite.close()
  })

// What it greets with names no address that anybody should open, and Node tells each restart in words of its own.
const isNoise = (line) =>
  line.trim() === '' ||
  /^(Change detected|Restarting|Waiting for graceful|Gracefully restarted|Completed running)/.test(line)
let started = 0
let inGreeting = false
for await (const line of createInterface({ input: demo.stdout })) {
  if (line.includes(' is running at ')) {
    console.log(started++ === 0 ? `Fornix is running at ${address}, and follows what you save.` : 'Restarted.')
    inGreeting = true
  } else if (!inGreeting && !isNoise(line) && (line !== 'Stopped.' || stopping)) console.log(line)
  if (line.includes('Ctrl-C stops it')) inGreeting = false
}
await vite.close()
