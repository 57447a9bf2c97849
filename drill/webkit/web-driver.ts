import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../server/test/free-port.ts'

const driverProgram = '/usr/bin/WebKitWebDriver'
const browser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** What the drill needs of Debian, as a sentence, where it is missing. */
export const missingParts = () =>
  [driverProgram, browser, '/usr/bin/xvfb-run'].every((path) => existsSync(path))
    ? undefined
    : 'needs apt-get install webkit2gtk-driver xvfb'

type Element = Record<string, string>

const ask = async (address: string, method: string, body?: unknown) => {
  const answer = await fetch(address, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`${method} ${new URL(address).pathname}: ${JSON.stringify(value)}`)
  return value
}

const started = async (address: string) => {
  for (let tries = 0; ; tries++) {
    try {
      return await fetch(`${address}/status`)
    } catch (error) {
      if (tries === 50) throw error
      await pause(200)
    }
  }
}

const stop = async (program: ChildProcess) => {
  // The display and the browser are of its group.
  if (program.pid) process.kill(-program.pid)
  await once(program, 'exit')
}

export type Window = Awaited<ReturnType<typeof openWebKit>>

/** A window of WebKitGTK, the engine of Safari, on a display that nobody sees. By W3C WebDriver: https://www.w3.org/TR/webdriver2/. */
export const openWebKit = async (width: number, height: number) => {
  const port = await freePort()
  const program = spawn('xvfb-run', ['-a', driverProgram, `--port=${port}`], { detached: true, stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}`
  await started(address)
  const options = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } }
  const { sessionId } = (await ask(`${address}/session`, 'POST', { capabilities: { alwaysMatch: options } })) as {
    sessionId: string
  }
  const at = (path: string) => `${address}/session/${sessionId}/${path}`
  const post = (path: string, body: unknown = {}) => ask(at(path), 'POST', body)
  await post('window/rect', { width, height })

  /** Waits for it for as long as a slow machine may take. */
  const find = async (xpath: string) => {
    for (let tries = 0; ; tries++) {
      try {
        return Object.values((await post('element', { using: 'xpath', value: xpath })) as Element)[0]
      } catch (error) {
        if (tries === 100) throw error
        await pause(300)
      }
    }
  }
  return {
    go: (address: string) => post('url', { url: address }),
    click: async (xpath: string) => post(`element/${await find(xpath)}/click`),
    /** Into a field; a file is chosen by its path. */
    type: async (xpath: string, text: string) => post(`element/${await find(xpath)}/value`, { text }),
    find,
    run: (script: string) => post('execute/sync', { script, args: [] }),
    /** Goes on in the window that opened last. */
    toNewWindow: async (address: RegExp) => {
      for (let tries = 0; tries < 100; tries++) {
        for (const handle of (await ask(at('window/handles'), 'GET')) as string[]) {
          await post('window', { handle })
          if (address.test(String(await ask(at('url'), 'GET')))) return
        }
        await pause(300)
      }
      throw new Error(`No window has an address like ${address}`)
    },
    close: async () => {
      await ask(at(''), 'DELETE').catch(() => {})
      await stop(program)
    },
  }
}
