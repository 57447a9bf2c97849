import { Readable } from 'node:stream'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { mailServer } from '../../../test/mail-server.ts'
import { mailWorld, plain } from '../../../test/mail-world.ts'
import type { QueuedMail } from './queue.ts'
import { smtpTransport } from './transport.ts'

const { project, start, node, write, attempt } = await mailWorld()

test('a mail is from the project, at the address that may send, and replies go to the project', async () => {
  const server = await mailServer()
  await write()
  await write({ replyTo: 'nora@harbor.example' })
  await attempt(node(server.url))
  expect(server.commands).toEqual(['from no-reply@fornix.example', 'from no-reply@fornix.example'])
  expect(server.arrived.map(({ from }) => from)).toEqual(Array(2).fill('Harbor Imaging <no-reply@fornix.example>'))
  expect(server.arrived.map(({ replyTo }) => replyTo).sort()).toEqual(['desk@harbor.example', 'nora@harbor.example'])
})

test('what no person wrote says so, for mailboxes whose owner is away; a letter of staff does not', async () => {
  const server = await mailServer()
  await write({ subject: 'A reminder' })
  await write({ subject: 'A letter', replyTo: 'nora@harbor.example' })
  await attempt(node(server.url))
  expect(Object.fromEntries(server.arrived.map(({ subject, autoSubmitted }) => [subject, autoSubmitted]))).toEqual({
    'A reminder': 'auto-generated',
    'A letter': '',
  })
})

test.each([
  'Reminder =?utf-8?b?QQpCY2M6IGV2ZUB4LmV4YW1wbGU=?= of your visit',
  '=?utf-8?q?A=0ABcc:_eve@x.example?=',
  `Größe ${'é→𝄞'.repeat(60)} =?utf-8?b?QQ==?=`,
  '=?',
  'Re: your visit on Monday, at 10:00 am in the Harbor Building, second floor, ask for Nora at the desk on arrival',
])('the subject %j is read as it was typed', async (subject) => {
  const server = await mailServer()
  await write({ subject })
  await attempt(node(server.url))
  expect(server.arrived).toMatchObject([{ subject, to: ['ana@x.example'] }])
})

test('the names of the project and of a file are not decoded at the reader', async () => {
  const word = '=?utf-8?b?QQpCY2M6IGV2ZUB4LmV4YW1wbGU=?='
  const server = await mailServer()
  const transport = smtpTransport(server.url, 'Fornix <no-reply@fornix.example>', plain)
  onTestFinished(() => transport.close())
  const mail: QueuedMail = {
    project_id: project,
    mail_id: uuid(),
    to_addresses: ['ana@x.example'],
    cc: [],
    bcc: [],
    reply_to: null,
    subject: 'Hello',
    body: 'Text',
    calendar: null,
    attempts: 1,
    created_at: new Date(start).toISOString(),
    left_to: null,
    refused: 0,
    project_name: word,
    project_contact: '',
  }
  await transport.send(mail, [
    { filename: `${word}.pdf`, contentType: 'application/pdf', content: Readable.from([Buffer.from('%PDF')]) },
  ])
  const shown = word.replaceAll('=?', '= ?')
  expect(server.arrived).toMatchObject([{ from: `${shown} <no-reply@fornix.example>`, files: [`${shown}.pdf`] }])
})
