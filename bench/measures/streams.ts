import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { growthDuring } from '../memory.ts'
import { address, type Program } from '../program.ts'
import type { Figure } from '../report.ts'

const sessions = 50
const streamsPerSession = 10

const open = async (token: string) => {
  const asked: ClientRequest = request(`${address}/operator/notification_stream/`, {
    headers: { authorization: `Bearer ${token}` },
    agent: false,
  }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`A stream answered ${answer.statusCode}`)
  const changed = new Promise<void>((resolve) => {
    answer.on('data', (chunk: Buffer) => {
      if (chunk.includes('event: change')) resolve()
    })
  })
  return { changed, close: () => asked.destroy() }
}

/** 500 browsers that wait for news, and how soon the last of them hears of an upload. */
export const measureStreams = async (program: Program): Promise<Figure[]> => {
  const tokens = await program.tokensOf('physician@northside.example', sessions)
  const streams: Awaited<ReturnType<typeof open>>[] = []
  const megabytes = await growthDuring(await program.pid(), async () => {
    for (const token of tokens)
      streams.push(...(await Promise.all(Array.from({ length: streamsPerSession }, () => open(token)))))
  })
  const begun = performance.now()
  await program.owner(
    `insert into notifications (project_id, notification_id, item_type, patient_id, item_id)
       select project_id, gen_random_uuid(), 'file', patient_id, 'measured' from patients where email = $1`,
    ['ana.rivera@northside.example'],
  )
  await Promise.all(streams.map(({ changed }) => changed))
  const seconds = (performance.now() - begun) / 1000
  for (const { close } of streams) close()
  const many = sessions * streamsPerSession
  return [
    { what: `${many} notification streams: memory grows by`, value: megabytes, unit: 'MB', atMost: 100 },
    { what: `${many} notification streams: the last hears after`, value: seconds, unit: 's', atMost: 1 },
  ]
}
