import { lastBytes } from './tail.ts'
import { refuse, type TypeCheck } from './unsupported-type.ts'

const headBytes = 8
const tailBytes = 1024

/** `%PDF-1.7` at the very first byte, `%%EOF` near the end and only white space after it. */
export const pdfCheck = (): TypeCheck => {
  let head = ''
  const tail = lastBytes(tailBytes)
  return {
    take: (bytes) => {
      if (head.length < headBytes) {
        head += bytes.toString('latin1', 0, headBytes - head.length)
        if (head.length === headBytes && !/^%PDF-[12]\.\d/.test(head)) refuse('pdf: no signature')
      }
      tail.take(bytes)
    },
    end: () => {
      if (head.length < headBytes) refuse('pdf: incomplete')
      if (!/%%EOF[\s\0]*$/.test(tail.bytes.toString('latin1'))) refuse('pdf: no end, or bytes after it')
    },
  }
}
