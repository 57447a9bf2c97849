import { contactsPerProject, hourMs, limits, loginPatient, register, sendContactUs } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { registrationForm } from '../../../test/registration-form.ts'

const { app, as, given, send, owner } = await testApp()

let sender = 0
/** From a separate address, so that tests do not use up each other's limit. */
const write = (user: Parameters<typeof send>[0], body: object, project?: string, from = `10.0.0.${++sender}`) =>
  app.inject({
    method: 'POST',
    url: sendContactUs.path,
    remoteAddress: from,
    headers: { ...(user && { authorization: `Bearer ${user.token}` }), ...(project && { project }) },
    payload: body,
  })

const address = 'contact@lumen.example'
const projectWith = async (email = address) => {
  const project = await given.project()
  await owner(`update projects set contact = jsonb_set(contact, '{email}', to_jsonb($2::text)) where project_id = $1`, [
    project,
    email,
  ])
  return project
}
type Mail = { to_addresses: string[]; cc: string[]; bcc: string[]; reply_to: string; subject: string; body: string }
const mailsOf = (project: string) =>
  owner<Mail>('select to_addresses, cc, bcc, reply_to, subject, body from mail_outbox where project_id = $1', [project])
const storedIn = (project: string) =>
  owner('select person_id, role, name, email, subject, message from contact_messages where project_id = $1', [project])

const visitor = {
  firstName: 'Vic',
  lastName: 'Tor',
  email: 'vic@visitors.example',
  subject: 'Opening hours',
  helpMessage: 'Are you open\non Saturdays?',
}

test('a visitor’s message is stored and mailed as plain text to the project alone, with Reply-To', async () => {
  const project = await projectWith()

  const answer = await write(null, visitor, project)

  expect(answer.statusCode).toBe(200)
  expect(await storedIn(project)).toEqual([
    {
      person_id: null,
      role: 'visitor',
      name: 'Vic Tor',
      email: 'vic@visitors.example',
      subject: 'Opening hours',
      message: 'Are you open\non Saturdays?',
    },
  ])
  const [mail, ...more] = await mailsOf(project)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    to_addresses: [address],
    cc: [],
    bcc: [],
    reply_to: 'vic@visitors.example',
    subject: 'Contact form: Opening hours',
  })
  expect(mail?.body).toContain('The name and email address have not been verified')
  expect(mail?.body).toContain('Are you open\non Saturdays?')
})

test('who is signed in is taken from the session, whatever the body says', async () => {
  const project = await projectWith()
  const ana = await given.patient(project)

  const answer = await write(ana, { ...visitor, firstName: ['x'], email: 'somebody@else.example' })

  expect(answer.statusCode).toBe(200)
  expect(await storedIn(project)).toMatchObject([
    { person_id: ana.id, role: 'Patient', name: 'Ana Rivera', email: ana.email },
  ])
  const [mail] = await mailsOf(project)
  expect(mail?.reply_to).toBe(ana.email)
  expect(mail?.body).not.toContain('else.example')
  expect(
    await owner('select actor_role, action, patient_id from audit_events where project_id = $1', [project]),
  ).toEqual([{ actor_role: 'Patient', action: 'contact.send', patient_id: ana.id }])
})

test('whoever signed in with an address that nobody has proven writes as a visitor', async () => {
  const project = await projectWith()
  const typed = registrationForm({ first_name: 'Ana', last_name: 'Rivera', email: 'ana@victim.example' })
  await send(null, register, { body: typed }, { headers: { project } })
  const { access_token: token } = await as(null).call(loginPatient, { body: typed })

  expect((await write({ ...(await given.patient(project)), token }, visitor)).statusCode).toBe(200)
  expect(await storedIn(project)).toMatchObject([{ person_id: null, role: 'visitor', email: typed.email }])
  const mail = (await mailsOf(project)).find(({ subject }) => subject.startsWith('Contact form'))
  expect(mail?.body).toContain('The name and email address have not been verified')
  expect(mail?.body).not.toContain('Signed in')
  expect(
    await owner("select actor_role from audit_events where project_id = $1 and action = 'contact.send'", [project]),
  ).toEqual([{ actor_role: 'visitor' }])
})

test('an expired token is refused, so that a patient’s message does not pass for a stranger’s', async () => {
  const project = await projectWith()
  const ana = await given.patient(project)

  expect((await write({ ...ana, token: `${ana.token}x` }, visitor)).statusCode).toBe(401)
  expect(await storedIn(project)).toEqual([])
})

test.each([
  ['firstName', 'First name is required'],
  ['lastName', 'Last name is required'],
  ['email', 'Invalid email format'],
  ['subject', 'Subject is required'],
  ['helpMessage', 'Message is required'],
])('without %s a visitor reads “%s”', async (field, sentence) => {
  for (const body of [
    { ...visitor, [field]: ' ' },
    { ...visitor, [field]: undefined },
  ])
    expect((await write(null, body)).json()).toMatchObject({ error: sentence, fields: { [field]: sentence } })
})

test.each([
  ['subject', 'Hello\r\nBcc: victim@else.example'],
  ['firstName', 'Vic\nBcc: victim@else.example'],
  ['email', 'vic@visitors.example, victim@else.example'],
  ['email', 'Vic <vic@visitors.example>'],
  ['email', 'vic@visitors.example\r\nBcc: victim@else.example'],
])('a %s that would add a header or a recipient is refused: %j', async (field, value) => {
  const project = await projectWith()

  expect((await write(null, { ...visitor, [field]: value }, project)).statusCode).toBe(400)
  expect(await mailsOf(project)).toEqual([])
})

test('a message goes to the project that the header names, and to no made-up one', async () => {
  const [here, there] = [await projectWith('here@lumen.example'), await projectWith('there@lumen.example')]

  expect((await write(null, visitor, here)).statusCode).toBe(200)
  expect((await write(null, visitor, '01930000-0000-7000-8000-00000000ffff')).statusCode).toBe(404)
  expect((await write(await given.patient(there), visitor, here)).statusCode).toBe(403)
  expect([await mailsOf(here), await mailsOf(there)]).toMatchObject([[{ to_addresses: ['here@lumen.example'] }], []])
})

test('a message to a project without an address goes to its admins, who else would never see it', async () => {
  const project = await projectWith('')
  const admin = await given.staff('SuperAdmin', project)
  await given.staff('Nurse', project)

  expect((await write(null, visitor, project)).statusCode).toBe(200)
  expect(await mailsOf(project)).toMatchObject([{ to_addresses: [admin.email], reply_to: visitor.email }])
  expect(await storedIn(project)).toHaveLength(1)
})

test('a project without an address or admins keeps the message', async () => {
  const project = await projectWith('')

  expect((await write(null, visitor, project)).statusCode).toBe(200)
  expect(await mailsOf(project)).toEqual([])
  expect(await storedIn(project)).toHaveLength(1)
})

test('one address may write 20 times an hour', async () => {
  const project = await projectWith()
  for (let n = 0; n < limits.contact.points; n++) await write(null, visitor, project, '10.9.9.9')

  const answer = await write(null, visitor, project, '10.9.9.9')

  expect(limits.contact.points).toBe(20)
  expect(answer.statusCode).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(await storedIn(project)).toHaveLength(20)
})

test('all addresses together may not bury a project in mail', async () => {
  const project = await projectWith()
  await owner(`insert into rate_limits (key, points, expire) values ($1, $2, $3)`, [
    `contact-project:${project}`,
    contactsPerProject.points,
    Date.now() + hourMs,
  ])

  expect((await write(null, visitor, project)).statusCode).toBe(429)
  expect((await write(null, visitor, await projectWith())).statusCode).toBe(200)
})

test('a flood of visitors silences nobody whom the project knows', async () => {
  const project = await projectWith()
  const ana = await given.patient(project)
  const used = [`contact-project:${project}`, contactsPerProject.points, Date.now() + hourMs]
  await owner(`insert into rate_limits (key, points, expire) values ($1, $2, $3)`, used)

  expect((await write(null, visitor, project)).statusCode).toBe(429)
  expect((await write(ana, visitor)).statusCode).toBe(200)
})
