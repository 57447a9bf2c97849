import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../../bench/report.ts'
import { freePort } from '../../server/test/free-port.ts'
import { startInbox } from '../inbox.ts'
import { startPortal } from '../portal.ts'
import { times } from '../scale.ts'
import { startWriters } from '../writers.ts'

const timeoutMs = 600_000

/** kill -9 of the server under writers, while mails leave, or while the mail server is down the whole time. */
const killServer = async (name: string, mail: 'up' | 'down'): Promise<Figure[]> => {
  const smtpPort = await freePort()
  let inbox = mail === 'up' ? await startInbox(smtpPort) : undefined
  const portal = await startPortal({ SMTP_URL: `smtp://127.0.0.1:${smtpPort}` })
  const writers = startWriters(portal.address)
  const kills = times(20)
  const seconds: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    await pause(1500 + Math.random() * 1500)
    seconds.push(await portal.killAndRestart())
  }
  await pause(1500)
  await writers.stop()
  const lost = await writers.lost()

  inbox ??= await startInbox(smtpPort)
  const { subjects } = writers
  const begun = performance.now()
  const { arrived } = inbox
  while (subjects.some((one) => !arrived.has(one)) && performance.now() - begun < timeoutMs) await pause(200)
  const mailSeconds = (performance.now() - begun) / 1000
  // What is sent twice would come right behind.
  await pause(5000)
  await portal.stop()
  await inbox.close()
  return [
    { what: `${name}: kills`, value: kills, unit: '' },
    { what: `${name}: acknowledged writes`, value: writers.count(), unit: '' },
    { what: `${name}: acknowledged and lost`, value: lost, unit: '', atMost: 0 },
    { what: `${name}: longest until ready again`, value: Math.max(...seconds), unit: 's', atMost: 10 },
    { what: `${name}: mails acknowledged`, value: subjects.length, unit: '' },
    {
      what: `${name}: mails that never came`,
      value: subjects.filter((one) => !arrived.has(one)).length,
      unit: '',
      atMost: 0,
    },
    { what: `${name}: mails twice in a mailbox`, value: inbox.twice(subjects), unit: '', atMost: 0 },
    { what: `${name}: mails handed over again, same Message-ID`, value: inbox.repeated(subjects), unit: '' },
    { what: `${name}: last mail after the end`, value: mailSeconds, unit: 's' },
  ]
}

export const drillKillServer = () => killServer('kill server', 'up')
export const drillMailDown = () => killServer('mail down', 'down')
