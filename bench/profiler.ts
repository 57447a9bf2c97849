import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { freePort } from '../server/test/free-port.ts'

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }))
const Frame = z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() })
const Profile = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: Frame })),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
const Answer = z.object({ id: z.number(), result: z.looseObject({ profile: Profile.optional() }) })

/** A port for the inspector of a program that is started with these settings. */
export const listen = async () => {
  const port = await freePort()
  return { port, settings: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` } }
}

const connect = async (port: number) => {
  const list = Targets.parse(await (await fetch(`http://127.0.0.1:${port}/json`)).json())
  const socket = new WebSocket(list[0]?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  let asked = 0
  const call = (method: string, params = {}) => {
    const id = ++asked
    const { promise, resolve } = Promise.withResolvers<z.output<typeof Answer>['result']>()
    const listener = ({ data }: MessageEvent) => {
      const answer = Answer.safeParse(JSON.parse(String(data)))
      if (answer.data?.id !== id) return
      socket.removeEventListener('message', listener)
      resolve(answer.data.result)
    }
    socket.addEventListener('message', listener)
    socket.send(JSON.stringify({ id, method, params }))
    return promise
  }
  return { call, close: () => socket.close() }
}

const nameOf = ({ functionName, url, lineNumber }: z.output<typeof Frame>) =>
  `${functionName || 'a function'} ${url.replace(/^.*\/(node_modules|server\/src|contract\/src)\//, '')}:${lineNumber + 1}`

/** Own time of each function while the work goes on, the dearest first. */
export const profileDuring = async (port: number, work: () => Promise<unknown>) => {
  const { call, close } = await connect(port)
  await call('Profiler.enable')
  await call('Profiler.setSamplingInterval', { interval: 200 })
  await call('Profiler.start')
  await work()
  const { profile } = await call('Profiler.stop')
  close()
  await pause(100)
  const names = new Map(profile?.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const own = new Map<string, number>()
  for (const [at, id] of profile?.samples.entries() ?? []) {
    const name = names.get(id) ?? ''
    own.set(name, (own.get(name) ?? 0) + (profile?.timeDeltas[at] ?? 0))
  }
  return [...own]
    .map(([what, microseconds]) => ({ what, microseconds }))
    .filter(({ what }) => !what.startsWith('(idle)'))
    .toSorted((one, other) => other.microseconds - one.microseconds)
}
