import { crc32, deflateRawSync } from 'node:zlib'

/** A zip entry that a test builds byte by byte; fields that are set are written even if false. */
export type ZipEntry = {
  name: string
  content?: Buffer
  flags?: number
  mode?: number
  declared?: number
  offset?: number
  compressed?: number
  checksum?: number
  localName?: string
}

export const zipBytes = (entries: ZipEntry[], { prefix = '', comment = '', after = '', gap = '' } = {}) => {
  const local: Buffer[] = [Buffer.from(prefix)]
  const directory: Buffer[] = []
  let at = prefix.length
  for (const {
    name,
    content = Buffer.from('content'),
    flags = 0,
    mode = 0x81a4,
    declared,
    offset,
    compressed,
    checksum = crc32(content),
    localName = name,
  } of entries) {
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(checksum, 10)
    common.writeUInt32LE(compressed ?? packed.length, 14)
    common.writeUInt32LE(declared ?? content.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    local.push(Buffer.from('PK\x03\x04'), common, Buffer.from(localName), packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(mode * 0x10000, 6)
    rest.writeUInt32LE(offset ?? at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, Buffer.from(name))
    at += 30 + Buffer.byteLength(name) + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...local, list, Buffer.from(gap), end, Buffer.from(comment), Buffer.from(after)])
}
