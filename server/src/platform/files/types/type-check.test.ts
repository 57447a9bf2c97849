import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import type { FileType } from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { zipBytes } from '../../../../test/zip-bytes.ts'
import { checkedInProcess } from './checked-in-process.ts'
import { svgCheck } from './svg.ts'
import { inspector } from './type-check.ts'
import { UnsupportedType } from './unsupported-type.ts'

const all: FileType[] = ['pdf', 'png', 'jpeg', 'svg', 'zip']

const inspect = async (
  name: string,
  bytes: Buffer | string,
  { allowed = all, pieceBytes = 7, ignoreName = false } = {},
) => {
  const whole = Buffer.from(bytes)
  const pieces = function* () {
    for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
  }
  const check = inspector({ name, allowed, ignoreName })
  const passed = await buffer(Readable.from(pieces()).pipe(check))
  expect(passed.equals(whole)).toBe(true)
  return check.result()
}
const refused = (name: string, bytes: Buffer | string, options = {}) =>
  expect(inspect(name, bytes, options), name).rejects.toThrow(UnsupportedType)

const chunk = (name: string, data = Buffer.alloc(0)) => {
  const body = Buffer.concat([Buffer.from(name), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}
const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const size1 = Buffer.from('00000001000000010800000000', 'hex')
const png = Buffer.concat([
  signature,
  chunk('IHDR', size1),
  chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
  chunk('IEND'),
])
const segment = (code: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, code, (data.length + 2) >> 8, (data.length + 2) & 255]), data])
const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  segment(0xe1, Buffer.from('a thumbnail with its own end \xff\xd9 inside', 'latin1')),
  segment(0xc2, Buffer.from([8, 0, 1, 0, 1, 1, 1, 17, 0])),
  segment(0xda, Buffer.alloc(6)),
  Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]),
  segment(0xda, Buffer.alloc(6)),
  Buffer.from([5, 0xff, 0xff, 0xd9]),
])
const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
const svg = (inside: string, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`

describe('a file whose name and content agree', () => {
  test.each<[string, Buffer | string, FileType, string]>([
    ['a.pdf', pdf, 'pdf', 'application/pdf'],
    ['a.PNG', png, 'png', 'image/png'],
    ['a.jpg', jpeg, 'jpeg', 'image/jpeg'],
    ['a.b.jpeg', jpeg, 'jpeg', 'image/jpeg'],
    ['a.svg', svg('<path d="M0 0"/>'), 'svg', 'application/octet-stream'],
    ['a.zip', zipBytes([{ name: 'a/' }, { name: 'a/b.txt' }]), 'zip', 'application/zip'],
  ])('%s passes unchanged, in pieces of any size', async (name, bytes, type, mediaType) => {
    for (const pieceBytes of [1, 7, 100_000])
      expect(await inspect(name, bytes, { pieceBytes })).toEqual({ type, mediaType })
  })

  test('a form needs no extension when only one type is allowed', async () => {
    expect((await inspect('AuthorizationForm', pdf, { allowed: ['pdf'], ignoreName: true })).type).toBe('pdf')
    await refused('AuthorizationForm', png, { allowed: ['pdf'], ignoreName: true })
  })
})

describe('a file that is not what its name says', () => {
  test('is refused for every pair of types', async () => {
    const samples = { pdf, png, jpeg, svg: svg(''), zip: zipBytes([{ name: 'a' }]) }
    for (const [type, bytes] of Object.entries(samples))
      for (const other of Object.keys(samples).filter((name) => name !== type)) await refused(`a.${other}`, bytes)
  })

  test.each(['a', 'pdf', 'a.', 'a.exe', 'a.pdf.exe', 'a.pdf ', 'a.html', ''])('the name %j is refused', (name) =>
    refused(name, pdf),
  )
  test('a type that this call does not take is refused', () =>
    refused('a.zip', zipBytes([{ name: 'a' }]), { allowed: ['pdf'] }))
  test('an empty file is refused', async () => {
    for (const type of all) await refused(`a.${type}`, '')
  })
  test('HTML named .pdf is refused', () => refused('a.pdf', '<html><script>alert(1)</script></html>%%EOF'))
  test('a GIF that is also a script is refused', async () => {
    for (const type of all) await refused(`a.${type}`, 'GIF89a/*\0\0*/=1;alert(1)//')
  })
})

describe('two files in one', () => {
  const html = '<html><script>alert(1)</script></html>'
  test.each<[string, Buffer]>([
    ['a.png', Buffer.concat([png, Buffer.from(html)])],
    ['a.png', Buffer.concat([png, Buffer.from([0])])],
    ['a.png', Buffer.concat([Buffer.from(' '), png])],
    ['a.jpg', Buffer.concat([jpeg, Buffer.from(html)])],
    ['a.pdf', Buffer.from(` ${pdf}`)],
    ['a.pdf', Buffer.from(`${pdf}${html}`)],
    ['a.pdf', Buffer.concat([Buffer.from(pdf), zipBytes([{ name: 'a' }])])],
    ['a.zip', zipBytes([{ name: 'a' }], { prefix: 'MZ an installer' })],
    ['a.zip', zipBytes([{ name: 'a' }], { prefix: 'PK\x03\x04 something else' })],
    ['a.zip', zipBytes([{ name: 'a' }], { after: html })],
    ['a.zip', zipBytes([{ name: 'a' }], { gap: html })],
  ])('%s with other bytes before or after is refused (%#)', refused)

  test('a broken PNG or JPEG is refused', async () => {
    const flipped = Buffer.from(png)
    flipped[20]! ^= 1
    await refused('a.png', flipped)
    await refused('a.png', png.subarray(0, -1))
    await refused('a.png', Buffer.concat([signature, chunk('IDAT'), chunk('IEND')]))
    await refused('a.png', Buffer.concat([signature, chunk('IHDR', size1), chunk('IEND')]))
    await refused('a.jpg', jpeg.subarray(0, -2))
    await refused('a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xd9]))
    await refused('a.pdf', '%PDF-1.7\nno end')
  })
})

describe('a picture', () => {
  const pngOf = (width: number, height: number) => {
    const size = Buffer.from(size1)
    size.writeUInt32BE(width, 0)
    size.writeUInt32BE(height, 4)
    return Buffer.concat([
      signature,
      chunk('IHDR', size),
      chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
      chunk('IEND'),
    ])
  }
  const jpegOf = (width: number, height: number, frame = 0xc2) =>
    Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      segment(frame, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 17, 0])),
      segment(0xda, Buffer.alloc(6)),
      Buffer.from([1, 0xff, 0xd9]),
    ])

  test.each<[string, string, Buffer]>([
    ['a PNG of 2^31 x 2^31', 'a.png', pngOf(2 ** 31, 2 ** 31)],
    ['a PNG of 10,001 x 10,000', 'a.png', pngOf(10_001, 10_000)],
    ['a JPEG of 65,535 x 65,535', 'a.jpg', jpegOf(65_535, 65_535)],
    ['a JPEG of 10,000 x 10,001', 'a.jpg', jpegOf(10_000, 10_001, 0xc0)],
  ])('of more than 100 megapixels is refused, and says so: %s', async (_, name, bytes) => {
    await expect(inspect(name, bytes)).rejects.toMatchObject({ refusal: { sentence: 'tooManyPixels' } })
  })

  test('of 100 megapixels passes, one without a size does not', async () => {
    for (const [name, make] of [
      ['a.png', pngOf],
      ['a.jpg', jpegOf],
    ] as const) {
      for (const pieceBytes of [1, 7, 1000]) await inspect(name, make(10_000, 10_000), { pieceBytes })
      await refused(name, make(0, 10))
      await refused(name, make(10, 0))
    }
  })
})

describe('SVG', () => {
  test.each([
    '<script>alert(1)</script>',
    '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
    '<rect onclick="alert(1)"/>',
    '<rect ONCLICK="alert(1)"/>',
    '<a href="#x"/>',
    '<image href="http://evil.example/a.png"/>',
    '<image xlink:href="//evil.example/a.png"/>',
    '<image href="data:image/svg+xml;base64,AAAA"/>',
    '<use href="other.svg#a"/>',
    '<use xlink:href=" javascript:alert(1)"/>',
    '<use href="data:image/png;base64,AAAA"/>',
    '<style>@import "http://evil.example"</style>',
    '<style>@im<![CDATA[port]]> "x"</style>',
    '<style>rect{fill:url(http://evil.example)}</style>',
    '<style>rect{background:image-set("x.png" 1x)}</style>',
    '<style>rect{fill:u\\72l(x)}</style>',
    '<style>rect{fill:url<g/>(x)}</style>',
    '<rect style="fill:url(&quot;http://evil.example&quot;)"/>',
    '<rect fill="url(&#104;ttp://evil.example)"/>',
    '<rect filter="URL( x.svg#a )"/>',
    '<set attributeName="href" to="x"/>',
    '<animate attributeName="href" to="x"/>',
    '<feImage href="#a"/>',
    '<iframe/>',
    '<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>',
    '<g xmlns="http://www.w3.org/1999/xhtml"/>',
    '<g xml:base="http://evil.example"/>',
    '<?xml-stylesheet href="x.css"?>',
    '<g>&undefined;</g>',
    '<g>',
    '<rect x=1/>',
    '<rect x="1" x="2"/>',
    '<g>'.repeat(101) + '</g>'.repeat(101),
    `<g ${Array.from({ length: 101 }, (_, index) => `data-a${index}="1"`).join(' ')}/>`,
  ])('with %s is refused', (inside) => refused('a.svg', svg(inside)))

  test.each([
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
    '<!DOCTYPE svg SYSTEM "http://evil.example/x.dtd"><svg xmlns="http://www.w3.org/2000/svg"/>',
    '<svg/>',
    '<g xmlns="http://www.w3.org/2000/svg"/>',
    '<html xmlns="http://www.w3.org/1999/xhtml"/>',
    `${svg('')}<script/>`,
    `<?xml version="1.0" encoding="UTF-7"?><svg xmlns="http://www.w3.org/2000/svg"/>`,
    Buffer.from(svg(''), 'utf16le'),
    Buffer.concat([Buffer.from(svg('').slice(0, -6)), Buffer.from([0xff]), Buffer.from('</svg>')]),
  ])('that is no plain SVG document is refused (%#)', (bytes) => refused('a.svg', bytes))

  test.each([
    '<style>.a{fill:#fff;transform:rotate(45deg)}</style><rect class="a" style="fill:url(#g);stroke:rgb(1,2,3)"/>',
    '<defs><linearGradient id="g" xlink:href="#h"/></defs><rect fill="url(\'#g\')" transform="translate(1 2)"/>',
    '<image href="data:image/png;base64,iVBORw0KGgo="/><!-- a remark --><title>Left (axial) é</title>',
    '<text aria-label="Lobe (left)" xml:space="preserve">a &lt; b &amp; c<tspan>d</tspan></text>',
  ])('of the ordinary kind passes: %s', async (inside) => {
    expect((await inspect('a.svg', svg(inside, 'viewBox="0 0 1 1"'))).type).toBe('svg')
  })

  test('that takes too long or is too large is refused', () => {
    let clock = 0
    const slow = svgCheck(() => (clock += 600))
    slow.take(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'))
    expect(() => slow.take(Buffer.from('<g/>'))).toThrow(UnsupportedType)
    const large = svgCheck(() => 0)
    large.take(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'))
    expect(() => large.take(Buffer.alloc(5 * 1024 * 1024, ' '))).toThrow('too large')
    const apart = checkedInProcess('svg')
    expect(() => apart.take(Buffer.alloc(5 * 1024 * 1024 + 1, ' '))).toThrow('too large')
  })

  test('is read apart from everything else', async () => {
    const bytes = Buffer.from(svg('<path d="M0 0L1 1" fill="rgb(1,2,3)"/>'.repeat(30_000)))
    const spentOn = async (work: () => unknown) => {
      const before = process.threadCpuUsage()
      await work()
      return process.threadCpuUsage(before).user
    }
    const here = await spentOn(() => svgCheck().take(bytes))
    expect(await spentOn(() => inspect('a.svg', bytes, { pieceBytes: 65_536 }))).toBeLessThan(here / 2)
  })

  const thread = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  const read = async (code: string, ms?: number) => {
    const check = checkedInProcess('svg', thread(code), ms)
    check.take(Buffer.from(svg('')))
    return check.end()
  }

  test('whose reading does not return is given up, while others get their turn', async () => {
    let turns = 0
    const others = setInterval(() => turns++, 10)
    // On a machine so busy that it does not get that much of a processor, it is given up for that.
    await expect(read('export default () => { for (;;); }', 1500)).rejects.toThrow(
      /takes too long|not available right now/,
    )
    clearInterval(others)
    expect(turns).toBeGreaterThan(0)
  })

  test('whose reading fails in any other way is refused', async () => {
    await expect(read('export default () => { throw new Error("a mistake") }')).rejects.toThrow(UnsupportedType)
    await expect(
      read('export default () => { const all = []; for (;;) all.push(new Array(1000).fill({})) }'),
    ).rejects.toThrow(UnsupportedType)
  })

  test.each([
    ['one long word', `<style>${'a'.repeat(200_000)}</style>`],
    ['one long gap', `<rect style="fill:${' '.repeat(200_000)}(x"/>`],
    ['brackets only', `<style>${'('.repeat(200_000)}</style>`],
  ])('with %s in its style is read at once', async (_, inside) => {
    const started = process.threadCpuUsage()
    const check = svgCheck()
    const bytes = Buffer.from(svg(inside))
    try {
      check.take(bytes)
      await check.end()
    } catch (error) {
      expect(error).toBeInstanceOf(UnsupportedType)
    }
    expect(process.threadCpuUsage(started).user).toBeLessThan(2_000_000)
  })
})

describe('ZIP', () => {
  const zeros = Buffer.alloc(3_000_000)
  test.each<[string, Parameters<typeof zipBytes>[0]]>([
    ['no entries', []],
    ['a name that climbs', [{ name: '../../etc/passwd' }]],
    ['a name that climbs later', [{ name: 'a' }, { name: 'b/../../c' }]],
    ['an absolute name', [{ name: '/etc/passwd' }]],
    ['a drive', [{ name: 'C:/x' }]],
    ['a backslash', [{ name: 'a\\b' }]],
    ['a control character', [{ name: 'a\0.txt' }]],
    ['a symbolic link', [{ name: 'a', mode: 0xa1ff }]],
    ['a device', [{ name: 'a', mode: 0x2180 }]],
    ['an encrypted entry', [{ name: 'a', flags: 1 }]],
    ['a strongly encrypted entry', [{ name: 'a', flags: 0x41 }]],
    ['one name twice', [{ name: 'a' }, { name: 'a' }]],
    ['1,001 entries', Array.from({ length: 1001 }, (_, index) => ({ name: `${index}` }))],
    ['a bomb', [{ name: 'a', content: zeros }]],
    ['more than 100 MB declared', [{ name: 'a', content: randomBytes(2_000_000), declared: 2 ** 27 }]],
    ['entries that share their bytes', [{ name: 'a' }, { name: 'b', offset: 0 }]],
    ['an entry that reaches into the directory', [{ name: 'a', compressed: 500 }]],
  ])('with %s is refused', (_what, entries) => refused('a.zip', zipBytes(entries), { pieceBytes: 65_536 }))

  test('with 1,000 entries and a comment passes', async () => {
    const entries = Array.from({ length: 1000 }, (_, index) => ({ name: `scans/${'é'.repeat(50)}${index}.dcm` }))
    expect(
      (await inspect('a.zip', zipBytes(entries, { comment: 'made by a clinic' }), { pieceBytes: 65_536 })).type,
    ).toBe('zip')
  })

  test('cut anywhere is refused', async () => {
    const whole = zipBytes([{ name: 'a' }, { name: 'b' }])
    for (const length of [3, 20, 60, 120, whole.length - 1]) await refused('a.zip', whole.subarray(0, length))
  })
})

test('the verdict cannot be read before the end', () => {
  expect(() => inspector({ name: 'a.pdf', allowed: all }).result()).toThrow()
})
