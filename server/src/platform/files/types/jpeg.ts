import { ByteQueue } from '../../base/byte-queue.ts'
import { checkPixels } from './pixels.ts'
import { refuse, type TypeCheck } from './unsupported-type.ts'

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
// Inside a scan, FF 00 is a pixel value of FF and FF D0-D7 are restart marks.
const staysInScan = (code: number) => code === 0 || (code >= 0xd0 && code <= 0xd7)

/** Walks the segments and scans to the end-of-image marker; a byte after it is refused. */
export const jpegCheck = (): TypeCheck => {
  const waiting = new ByteQueue()
  let part: 'start' | 'marker' | 'code' | 'length' | 'size' | 'segment' | 'scan' | 'scan code' | 'over' = 'start'
  let marker = 0
  let left = 0
  let frame = false
  let scans = 0

  const meet = (code: number) => {
    marker = code
    if (code === endOfImage) part = 'over'
    else if (code === 0 || code === 1 || (code >= 0xd0 && code <= startOfImage)) refuse('jpeg: misplaced marker')
    else part = 'length'
    frame ||= isFrameHeader(code)
    if (code === startOfScan && !frame) refuse('jpeg: a scan before its frame')
  }
  const readLength = () => {
    left = waiting.take(2).readUInt16BE() - 2
    if (left < 0) refuse('jpeg: wrong segment length')
    part = isFrameHeader(marker) ? 'size' : 'segment'
  }
  // Precision, height, width. A height of 0 would be told after the pixels.
  const readSize = () => {
    const bytes = waiting.take(5)
    checkPixels('jpeg', bytes.readUInt16BE(3), bytes.readUInt16BE(1))
    left -= bytes.length
    if (left < 0) refuse('jpeg: wrong segment length')
    part = 'segment'
  }
  const skip = () => {
    left -= waiting.take(Math.min(left, waiting.length)).length
    if (left > 0) return
    if (marker === startOfScan) scans++
    part = marker === startOfScan ? 'scan' : 'marker'
  }
  const scan = () => {
    const bytes = waiting.take(waiting.length)
    const at = bytes.indexOf(0xff)
    if (at < 0) return
    waiting.push(bytes.subarray(at + 1))
    part = 'scan code'
  }
  const readCode = () => {
    const code = waiting.take(1).readUInt8()
    if (code === 0xff) return
    if (part === 'scan code' && staysInScan(code)) part = 'scan'
    else meet(code)
  }
  const step = (): boolean => {
    if (part === 'over') return waiting.length === 0 ? false : refuse('jpeg: bytes after the end')
    if (part === 'segment' && (left === 0 || waiting.length > 0)) skip()
    else if (waiting.length === 0) return false
    else if (part === 'scan') scan()
    else if (part === 'code' || part === 'scan code') readCode()
    else if (part === 'marker') {
      if (waiting.take(1).readUInt8() !== 0xff) refuse('jpeg: no marker')
      part = 'code'
    } else if (waiting.length < (part === 'size' ? 5 : 2)) return false
    else if (part === 'size') readSize()
    else if (part === 'length') readLength()
    else {
      if (waiting.take(2).readUInt16BE() !== 0xffd8) refuse('jpeg: no signature')
      part = 'marker'
    }
    return true
  }

  return {
    take: (bytes) => {
      waiting.push(bytes)
      while (step());
    },
    end: () => {
      if (part !== 'over' || scans === 0) refuse('jpeg: incomplete')
    },
  }
}
