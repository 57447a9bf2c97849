import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasClamd, maxStreamBytes, startClamd, testVirus } from '../../../test/clamd.ts'
import { clamd, ScanInconclusive, ScannerDown } from './clamd.ts'

/** A socket that behaves as the test specifies. */
const scannerAt = async (behave: (socket: Socket) => void, waitMs = 2000) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    behave(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return clamd(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, waitMs)
}
const file = (size = 300_000) => Readable.from(Array.from({ length: size / 1000 }, () => Buffer.alloc(1000, 'x')))
const saying = (answer: string) => (socket: Socket) => {
  socket.resume()
  socket.once('data', () => setImmediate(() => socket.end(answer)))
}

test.each<[string, (socket: Socket) => void]>([
  ['garbage', saying('hello?\0')],
  ['HTML', saying('HTTP/1.1 200 OK\r\n\r\nstream: OK\0')],
  ['a verdict on something else', saying('/etc/passwd: OK\0')],
  ['nothing', saying('')],
  ['half of a verdict', saying('stream: O')],
  ['two verdicts in one', saying('stream: x FOUND\nstream: OK\0')],
  ['an endless answer', (socket) => void socket.write('x'.repeat(100_000))],
  ['silence', (socket) => void socket.resume()],
  ['silence without reading', () => {}],
  ['a broken connection', (socket) => void socket.destroy()],
])('a scanner that gives %s has checked nothing', async (_title, behave) => {
  const scanner = await scannerAt(behave, 300)
  await expect(scanner.scan(file(4_000_000))).rejects.toBeInstanceOf(ScannerDown)
})

test('a scanner that is not there has checked nothing', async () => {
  await expect(clamd('tcp://127.0.0.1:9').scan(file())).rejects.toBeInstanceOf(ScannerDown)
  await expect(clamd('unix:/nowhere/clamd.sock').scan(file())).rejects.toBeInstanceOf(ScannerDown)
})

test('a file that breaks off while it is read is not checked by its beginning', async () => {
  const scanner = await scannerAt((socket) => {
    socket.on('data', (bytes: Buffer) => bytes.subarray(-4).equals(Buffer.alloc(4)) && socket.end('stream: OK\0'))
  })
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('begin')
      throw new Error('damaged')
    })(),
  )
  await expect(scanner.scan(broken)).rejects.toThrow('damaged')
})

describe.runIf(hasClamd)('with a real clamd', async () => {
  if (!hasClamd) return
  const real = await startClamd()
  afterAll(() => real.stop())
  const scan = (bytes: Buffer) => clamd(real.url).scan(Readable.from([bytes]))

  test('a file is clean, and one with the signature in it is found', async () => {
    expect(await scan(Buffer.from('A harmless letter'))).toEqual({ state: 'clean' })
    const found = { state: 'quarantined', finding: expect.stringContaining('Fornix.Test.Signature') }
    expect(await scan(Buffer.from(`before ${testVirus} after`))).toEqual(found)
    expect(await scan(Buffer.concat([Buffer.alloc(200_000, 'x'), Buffer.from(testVirus)]))).toEqual(found)
  })

  test('a file that is larger than its limit is not clean', async () => {
    await expect(scan(Buffer.alloc(maxStreamBytes + 1, 'x'))).rejects.toBeInstanceOf(ScanInconclusive)
    await expect(clamd(real.url).scan(file(4_000_000))).rejects.toBeInstanceOf(ScanInconclusive)
  })
})
