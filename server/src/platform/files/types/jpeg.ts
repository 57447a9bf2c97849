import { ByteQueue } from '../../base/byte-queue.ts'
import { checkPixels } from './pixels.ts'
import { refuse, type TypeCheck } from './unsupported-type.ts'

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
// Inside a scan, FF 00 is a pixel value of FF, and FF D0-D7 are restart marks.
const staysInScan = (code: number) => code === 0 || (code >= 0xd0 && code <= 0xd7)

/** The current position in a file. */
type Walk = {
  waiting: ByteQueue
  part: 'start' | 'marker' | 'code' | 'length' | 'size' | 'segment' | 'scan' | 'scan code' | 'over'
  marker: number
  left: number
  frame: boolean
  scans: number
}

/** Walks the segments and scans to the end-of-image marker; any byte after it is refused. */
export const jpegCheck = (): TypeCheck => {
  const walk: Walk = { waiting: new ByteQueue(), part: 'start', marker: 0, left: 0, frame: false, scans: 0 }
  return {
    take: (bytes) => {
      walk.waiting.push(bytes)
      while (step(walk));
    },
    end: () => {
      if (walk.part !== 'over' || walk.scans === 0) refuse('jpeg: incomplete')
    },
  }
}

/** False if it needs more bytes. */
const step = (walk: Walk): boolean => {
  const { waiting, part, left } = walk
  if (part === 'over') return waiting.length === 0 ? false : refuse('jpeg: bytes after the end')
  if (part === 'segment' && (left === 0 || waiting.length > 0)) skip(walk)
  else if (waiting.length === 0) return false
  else if (part === 'scan') scan(walk)
  else if (part === 'code' || part === 'scan code') readCode(walk)
  else if (part === 'marker') {
    if (waiting.take(1).readUInt8() !== 0xff) refuse('jpeg: no marker')
    walk.part = 'code'
  } else if (waiting.length < (part === 'size' ? 5 : 2)) return false
  else if (part === 'size') readSize(walk)
  else if (part === 'length') readLength(walk)
  else {
    if (waiting.take(2).readUInt16BE() !== 0xffd8) refuse('jpeg: no signature')
    walk.part = 'marker'
  }
  return true
}

const readCode = (walk: Walk) => {
  const code = walk.waiting.take(1).readUInt8()
  if (code === 0xff) return
  if (walk.part === 'scan code' && staysInScan(code)) walk.part = 'scan'
  else meet(walk, code)
}

const meet = (walk: Walk, code: number) => {
  walk.marker = code
  if (code === endOfImage) walk.part = 'over'
  else if (code === 0 || code === 1 || (code >= 0xd0 && code <= startOfImage)) refuse('jpeg: misplaced marker')
  else walk.part = 'length'
  walk.frame ||= isFrameHeader(code)
  if (code === startOfScan && !walk.frame) refuse('jpeg: a scan before its frame')
}

const readLength = (walk: Walk) => {
  walk.left = walk.waiting.take(2).readUInt16BE() - 2
  if (walk.left < 0) refuse('jpeg: wrong segment length')
  walk.part = isFrameHeader(walk.marker) ? 'size' : 'segment'
}

// Precision, height, width. A height of 0 means it would come only after the pixels.
const readSize = (walk: Walk) => {
  const bytes = walk.waiting.take(5)
  checkPixels('jpeg', bytes.readUInt16BE(3), bytes.readUInt16BE(1))
  walk.left -= bytes.length
  if (walk.left < 0) refuse('jpeg: wrong segment length')
  walk.part = 'segment'
}

const skip = (walk: Walk) => {
  const { waiting, marker } = walk
  walk.left -= waiting.take(Math.min(walk.left, waiting.length)).length
  if (walk.left > 0) return
  if (marker === startOfScan) walk.scans++
  walk.part = marker === startOfScan ? 'scan' : 'marker'
}

const scan = (walk: Walk) => {
  const bytes = walk.waiting.take(walk.waiting.length)
  const at = bytes.indexOf(0xff)
  if (at < 0) return
  walk.waiting.push(bytes.subarray(at + 1))
  walk.part = 'scan code'
}
