import { connect } from 'node:net'

/** Opens that many connections that send their heads drop by drop; resolves with the seconds until the last of them has been closed. */
export const secondsOfSlowHeads = async (port: number, count: number) => {
  const began = Date.now()
  const slow = () =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.write('GET / HTTP/1.1\r\nhost: x\r\nx-slow: ')
      const drop = setInterval(() => socket.write('a'), 500)
      socket.on('error', () => {})
      socket.on('close', () => {
        clearInterval(drop)
        resolve()
      })
      socket.resume()
    })
  await Promise.all(Array.from({ length: count }, slow))
  return (Date.now() - began) / 1000
}
