import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const program = '/usr/sbin/rsyslogd'

/** Debian's rsyslog with TLS is on this machine; `npm test` installs it where it can. */
export const hasSyslog = existsSync(program) && existsSync('/usr/lib/x86_64-linux-gnu/rsyslog/lmnsd_ossl.so')

const isUp = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(() => resolve(true)))
    socket.once('error', () => resolve(false))
  })

type Identity = { certificate: string; key: string }

/** A real rsyslog of this test only, which takes messages over TLS from clients with a certificate of its authority. */
export const startSyslog = async (folder: string, authority: string, own: Identity, port?: number) => {
  const at = port ?? (await freePort())
  const received = `${folder}/received`
  const config = `${folder}/rsyslog.conf`
  await writeFile(
    config,
    `global(workDirectory="${folder}" net.enableDNS="off"
       defaultNetstreamDriverCAFile="${authority}" defaultNetstreamDriverCertFile="${own.certificate}" defaultNetstreamDriverKeyFile="${own.key}")
     module(load="imtcp" streamDriver.name="ossl" streamDriver.mode="1" streamDriver.authMode="x509/certvalid")
     input(type="imtcp" port="${at}" address="127.0.0.1")
     action(type="omfile" file="${received}" template="RSYSLOG_SyslogProtocol23Format")\n`,
  )
  const server = spawn(program, ['-n', '-f', config, '-i', `${folder}/rsyslog.pid`], { stdio: 'ignore' })
  while (server.exitCode === null && !(await isUp(at))) await pause(50)
  if (server.exitCode !== null) throw new Error(`rsyslogd ended with ${server.exitCode}`)
  return {
    port: at,
    received,
    /** What it wrote down, once it is so many lines. */
    lines: async (count: number) => {
      for (let text = ''; ; await pause(20)) {
        text = await readFile(received, 'utf8').catch(() => '')
        const lines = text.split('\n').slice(0, -1)
        if (lines.length >= count) return lines
      }
    },
    stop: async () => {
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
    },
  }
}
