import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { connect } from 'node:tls'

const timeoutMs = 10_000
const lingerMs = 250
// RFC 5424: facility 13 (log audit), severity 5 (notice).
const priority = 13 * 8 + 5

/** One RFC 5424 message, framed by its length (RFC 5425). */
const framed = (text: string, at: string) => {
  const message = Buffer.from(`<${priority}>1 ${at} ${hostname() || '-'} fornix - audit-anchor - ${text}`)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}

/**
 * Sends lines to a syslog server over TLS. The protocol has no receipts: lines count as delivered once the server has closed the connection
 * cleanly, after us. If it hangs up first, breaks off or stays open, delivery is uncertain and the lines are sent again.
 */
export const sendToSyslog = (url: URL, lines: string[]) =>
  new Promise<void>((resolve, reject) => {
    const file = (name: string) => {
      const path = url.searchParams.get(name)
      return path ? readFileSync(path) : undefined
    }
    const host = url.hostname.replace(/^\[|\]$/g, '')
    let [isWritten, isEnded] = [false, false]
    const socket = connect({
      host,
      port: Number(url.port || 6514),
      servername: host,
      ca: file('ca'),
      cert: file('cert'),
      key: file('key'),
      minVersion: 'TLSv1.2',
    })
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    const timer = setTimeout(() => fail(new Error('the syslog server did not take the anchors in time')), timeoutMs)
    socket.once('secureConnect', () => {
      const at = new Date().toISOString()
      socket.write(Buffer.concat(lines.map((line) => framed(line, at))), () =>
        // Gives a server that is shutting down, or rejects this client, time to say so.
        setTimeout(() => {
          isWritten = true
          socket.end()
        }, lingerMs),
      )
    })
    socket.once('error', fail)
    socket.once('end', () => {
      isEnded = isWritten
    })
    socket.once('close', (hadError) => {
      clearTimeout(timer)
      if (isEnded && !hadError) resolve()
      else reject(new Error('the syslog server broke the connection off'))
    })
    socket.resume()
  })
