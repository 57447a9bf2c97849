import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import {
  fileSentences,
  getConfig,
  getProjectLogo,
  getProjectSettings,
  maxLogoBytes,
  saveProjectSettings,
} from '@fornix/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { given, as, send, owner } = await testApp()

const base64 = (text: string) => Buffer.from(text).toString('base64')
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
const logo = { file_name: 'mark.svg', data: base64(svg) }
const save = (admin: TestUser, body: object) => send(admin, saveProjectSettings, { body })
const config = async (project: string) => (await send(null, getConfig, {}, { headers: { project } })).body

test('what an admin saves is what visitors see', async () => {
  const admin = await given.staff('Admin')
  const contact = {
    address: '1 Quay\nBoston',
    email: 'hello@quay.example',
    phone: '+1 617 555 0100',
    social: [{ name: 'LinkedIn', url: 'https://linkedin.example/quay' }],
  }
  const { version } = await as(admin).call(getProjectSettings, {})
  const settings = {
    name: ' Quay Imaging ',
    contact,
    time_zone: 'America/Denver',
    blocked_email_domains: ['Mail.Example '],
    retention_years: 7,
    version,
  }
  const saved = await as(admin).call(saveProjectSettings, { body: settings })
  expect(saved).toMatchObject({
    name: 'Quay Imaging',
    blocked_email_domains: ['mail.example'],
    retention_years: 7,
    logo_url: '',
  })
  expect(await config(admin.project)).toMatchObject({ project_name: 'Quay Imaging', contact, logo_url: '' })

  await save(admin, { name: 'Quay', contact: { phone: '' } })
  expect(await as(admin).call(getProjectSettings, {})).toMatchObject({
    name: 'Quay',
    contact: { ...contact, phone: '' },
    version: version + 2,
  })
})

test('of two admins who save at once the second gets what the first saved', async () => {
  const admin = await given.staff('Admin')
  const { version } = await as(admin).call(getProjectSettings, {})
  await save(admin, { name: 'First', version })
  expect(await save(admin, { name: 'Second', version })).toMatchObject({
    status: 409,
    body: { code: 'stale', current: { name: 'First' } },
  })
})

test('wrong settings are refused beside their fields', async () => {
  const admin = await given.staff('Admin')
  const contact = { address: '', email: 'x', phone: 'ask us', social: [{ name: 'Evil', url: 'javascript:alert(1)' }] }
  const body = {
    name: ' ',
    contact,
    time_zone: 'Mars/Olympus',
    blocked_email_domains: ['no domain'],
    retention_years: 0,
  }
  expect((await save(admin, body)).body.fields).toEqual({
    name: 'A name is required',
    'contact.email': 'Invalid Email',
    'contact.phone': 'Please write a phone number',
    'contact.social.0.url': 'Please write an address that begins with https://',
    time_zone: 'Please choose a time zone from the list',
    'blocked_email_domains.0': 'Please write a domain such as example.com',
    retention_years: 'Please write a number of years from 1 to 100',
  })
})

test('a phone number without digits that was saved before can be read', async () => {
  const admin = await given.staff('Admin')
  await owner(`update projects set contact = contact || '{"phone": "ask us"}' where project_id = $1`, [admin.project])
  expect((await as(admin).call(getProjectSettings, {})).contact.phone).toBe('ask us')
})

// PostgreSQL reads the sign the other way around: the clinic's hours would differ from those on its pages.
test('a time zone is a name, and no distance from Greenwich', async () => {
  const admin = await given.staff('Admin')
  expect((await save(admin, { time_zone: '-05:00' })).body.fields).toEqual({
    time_zone: 'Please choose a time zone from the list',
  })
})

test('a logo is shown to everybody, kept by caches, runs nothing, and goes when it is taken away', async () => {
  const admin = await given.staff('Admin')
  await save(admin, { logo })
  const { logo_url } = await config(admin.project)
  const logo_id = logo_url.split('/').at(-2)

  const shown = await send(null, getProjectLogo, { params: { logo_id } })
  expect(shown.bytes.toString()).toBe(svg)
  expect(shown.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(shown.headers['content-disposition']).toContain('attachment')

  await save(admin, { name: 'Same logo' })
  expect((await config(admin.project)).logo_url).toBe(logo_url)
  await save(admin, { logo: null })
  expect((await config(admin.project)).logo_url).toBe('')
  expect((await send(null, getProjectLogo, { params: { logo_id } })).status).toBe(404)
})

test.each([
  ['a script in an SVG', { file_name: 'a.svg', data: base64(svg.replace('<circle', '<script>1</script><circle')) }],
  ['a page named as a picture', { file_name: 'a.png', data: base64('<html></html>') }],
  ['a PDF named as a PNG', { file_name: 'a.png', data: base64('%PDF-1.4\n%%EOF\n') }],
  ['a PDF named as a JPEG', { file_name: 'a.jpg', data: base64('%PDF-1.4\n%%EOF\n') }],
  ['a PDF named as an SVG', { file_name: 'a.svg', data: base64('%PDF-1.4\n%%EOF\n') }],
  ['another type', { file_name: 'a.pdf', data: base64('%PDF-1.4') }],
])('%s is no logo', async (_, bad) => {
  const admin = await given.staff('Admin')
  const answer = await save(admin, { logo: bad, name: 'Not saved' })
  expect(answer).toMatchObject({
    status: 415,
    body: { error: 'Invalid file type. Please upload a PNG, JPEG, or SVG file.' },
  })
  expect((await as(admin).call(getProjectSettings, {})).name).not.toBe('Not saved')
})

const shownLogo = async (admin: TestUser) => {
  const logo_id = (await config(admin.project)).logo_url.split('/').at(-2)
  return send(null, getProjectLogo, { params: { logo_id } })
}
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

test.each<[string, () => Promise<Buffer>]>([
  [
    'PNG',
    async () => {
      const png = await noise(60, 40)
        .withMetadata({ exif: { IFD0: { Artist: 'Secret Author' } } })
        .withIccProfile('p3')
        .png()
        .toBuffer()
      const text = Buffer.from('tEXtComment\0Secret Author')
      const chunk = Buffer.concat([Buffer.alloc(4), text, Buffer.alloc(4)])
      chunk.writeUInt32BE(text.length - 4, 0)
      chunk.writeUInt32BE(crc32(text), chunk.length - 4)
      return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
    },
  ],
  [
    'JPEG',
    () =>
      noise(60, 40)
        .withExif({ IFD0: { Artist: 'Secret Author' } })
        .jpeg()
        .toBuffer(),
  ],
])('a %s is drawn anew as a logo: its pixels stay, and nothing else of its file', async (type, make) => {
  const admin = await given.staff('Admin')
  const bytes = await make()
  expect(bytes.includes('Secret Author')).toBe(true)
  expect((await save(admin, { logo: { file_name: `a.${type}`, data: bytes.toString('base64') } })).status).toBe(200)

  const shown = await shownLogo(admin)
  expect(shown.headers['content-type']).toBe('image/png')
  expect(shown.bytes.includes('Secret Author')).toBe(false)
  expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'png', width: 60, height: 40 })
  expect(await sharp(shown.bytes).metadata()).not.toHaveProperty('icc')
  const pixels = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer()
  if (type === 'JPEG') expect(await pixels(shown.bytes)).toEqual(await pixels(bytes))
})

test('a photo that is too large as a PNG becomes smaller, and stays within the size of a logo', async () => {
  const admin = await given.staff('Admin')
  const photo = await noise(300, 300).blur(1).jpeg({ quality: 30 }).toBuffer()
  expect(photo.length).toBeLessThan(maxLogoBytes)
  expect((await save(admin, { logo: { file_name: 'a.jpg', data: photo.toString('base64') } })).status).toBe(200)
  expect((await shownLogo(admin)).bytes.length).toBeLessThan(maxLogoBytes)
})

test.each<[string, string, () => Promise<string>]>([
  [
    'of 2^31 x 2^31 pixels',
    fileSentences.tooManyPixels,
    async () => {
      const png = await noise(2, 2).png().toBuffer()
      png.writeUInt32BE(2 ** 31, 16)
      png.writeUInt32BE(2 ** 31, 20)
      png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
      return png.toString('base64')
    },
  ],
  [
    'whose pixels are missing',
    'This picture cannot be read. Please save it again as a PNG and upload that.',
    async () => {
      const png = await noise(2, 2).png().toBuffer()
      png.writeUInt32BE(5000, 16)
      png.writeUInt32BE(5000, 20)
      png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
      return png.toString('base64')
    },
  ],
])('a picture %s is no logo, and says so', async (_, sentence, make) => {
  const admin = await given.staff('Admin')
  expect(await save(admin, { logo: { file_name: 'a.png', data: await make() } })).toMatchObject({
    status: 415,
    body: { error: sentence },
  })
})

test('an SVG with a picture inside is no logo, and says so', async () => {
  const admin = await given.staff('Admin')
  const data = base64(svg.replace('<circle', '<image href="data:image/png;base64,iVBORw0KGgo="/><circle'))
  expect(await save(admin, { logo: { file_name: 'a.svg', data } })).toMatchObject({
    status: 415,
    body: { error: 'This SVG has a picture inside. Please save the logo as a PNG and upload that.' },
  })
})

test('a logo has its size', async () => {
  const admin = await given.staff('Admin')
  const padded = (bytes: number) => svg.replace('</svg>', `${' '.repeat(bytes - svg.length)}</svg>`)
  expect((await save(admin, { logo: { ...logo, data: base64(padded(maxLogoBytes)) } })).status).toBe(200)
  expect((await save(admin, { logo: { ...logo, data: base64(padded(maxLogoBytes + 3)) } })).status).toBe(400)
})

test('with a PACS, no project can name the issuer of another', async () => {
  const world = await testApp({
    platform: ({ config }) => ({ config: { ...config, DICOMWEB_URL: 'http://127.0.0.1:9' } }),
  })
  const project = await world.given.project({ patient_id_issuers: ['Quay'] })
  await world.given.project({ patient_id_issuers: ['Quay', 'Lakeview'] })
  const admin = await world.given.staff('Admin', project)
  const name = (...patient_id_issuers: string[]) =>
    world.send(admin, saveProjectSettings, { body: { patient_id_issuers } })
  const { status, body } = await name('Quay', 'Lakeview')
  expect(status).toBe(400)
  expect(body).toMatchObject({
    fields: { patient_id_issuers: 'Lakeview is an issuer of another project in this portal' },
  })
  expect((await name('Quay', 'Harbor')).status).toBe(200)
  // What the fallback lists for another project without a patient does not keep the issuer's own project from naming it.
  const other = await world.given.project()
  const patient = await world.given.patient(other)
  const uids = {
    Dover: await world.given.study({ project: other, patient: patient.id }),
    Easton: await world.given.study({ project: other }),
  }
  for (const [issuer, uid] of Object.entries(uids))
    await world.owner('update studies set dicom_issuer = $1 where study_uid = $2', [issuer, uid])
  expect((await name('Dover')).status).toBe(400)
  expect((await name('Easton')).status).toBe(200)
})
