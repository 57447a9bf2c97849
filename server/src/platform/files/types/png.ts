import { crc32 } from 'node:zlib'
import { ByteQueue } from '../../base/byte-queue.ts'
import { checkPixels } from './pixels.ts'
import { refuse, type TypeCheck } from './unsupported-type.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Walks the chunks with their checksums to IEND; any byte after it, where a second file could hide, is refused. */
export const pngCheck = (): TypeCheck => {
  const waiting = new ByteQueue()
  let part: 'signature' | 'head' | 'size' | 'data' | 'checksum' | 'over' = 'signature'
  let name = ''
  let left = 0
  let sum = 0
  let seen = 0
  let pixels = false

  const readHead = () => {
    left = waiting.take(4).readUInt32BE()
    const nameBytes = waiting.take(4)
    name = nameBytes.toString('latin1')
    if (!/^[A-Za-z]{4}$/.test(name) || left > 0x7fffffff) refuse('png: broken chunk')
    if ((seen++ === 0) !== (name === 'IHDR')) refuse('png: misplaced header')
    if ((name === 'IHDR' && left !== 13) || (name === 'IEND' && left !== 0)) refuse('png: wrong chunk length')
    pixels ||= name === 'IDAT'
    sum = crc32(nameBytes)
    part = name === 'IHDR' ? 'size' : 'data'
  }
  const readSize = () => {
    const bytes = waiting.take(left)
    checkPixels('png', bytes.readUInt32BE(0), bytes.readUInt32BE(4))
    sum = crc32(bytes, sum)
    part = 'checksum'
  }
  const readData = () => {
    const bytes = waiting.take(Math.min(left, waiting.length))
    sum = crc32(bytes, sum)
    left -= bytes.length
    if (left === 0) part = 'checksum'
  }
  const readChecksum = () => {
    if (waiting.take(4).readUInt32BE() !== sum) refuse('png: wrong checksum')
    part = name === 'IEND' ? 'over' : 'head'
  }
  const step = (): boolean => {
    if (part === 'over') return waiting.length === 0 ? false : refuse('png: bytes after the end')
    if (part === 'size' && waiting.length >= left) readSize()
    else if (part === 'data' && (left === 0 || waiting.length > 0)) readData()
    else if (part === 'checksum' && waiting.length >= 4) readChecksum()
    else if (part === 'head' && waiting.length >= 8) readHead()
    else if (part === 'signature' && waiting.length >= 8) {
      if (!waiting.take(8).equals(signature)) refuse('png: no signature')
      part = 'head'
    } else return false
    return true
  }

  return {
    take: (bytes) => {
      waiting.push(bytes)
      while (step());
    },
    end: () => {
      if (part !== 'over' || !pixels) refuse('png: incomplete')
    },
  }
}
