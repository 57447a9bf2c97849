import {
  acceptInvite,
  addMyReimbursement,
  addScanner,
  answerThread,
  approveScanRequest,
  askToCloseAccount,
  assignScanner,
  bookMyAppointment,
  cancelMyAppointment,
  changePassword,
  confirmPatientEmail,
  dayMs,
  declineClosure,
  declineScanRequest,
  deletePatient,
  downloadMyAppointment,
  extendScanRequest,
  listMyReimbursements,
  loginPatient,
  moveMyAppointment,
  register,
  requestAccess,
  resetPatientPassword,
  revokeScanAccess,
  sendInvitation,
  setLanguage,
  startMyThread,
  updateMyProfile,
  updatePatient,
  updateReimbursement,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { remindDue } from '../src/features/appointments/reminders.ts'
import { authorizationIn } from './authorization.ts'
import { cookiesOf, secretIn } from './cookies-and-links.ts'
import { smallPdf, type TestUser } from './given.ts'
import { registeringClinic } from './registering-clinic.ts'
import { registrationForm } from './registration-form.ts'

const { given, as, send, owner, mailsTo, platform, project, headers, nurse, confirm } = await registeringClinic()
const { requested } = authorizationIn({ as, given })
const inSpanish = { 'accept-language': 'es-MX,es;q=0.9' }
const languageOf = async (email: string) =>
  (await owner<{ language: string }>('select language from patients where email = $1', [email]))[0]?.language
const signIn = ({ email, password }: { email: string; password: string }, more = {}) =>
  send(null, loginPatient, { body: { email, password } }, { headers: more })

test('a registration is answered in the language of its page, which stays with the record', async () => {
  const body = registrationForm()
  await send(null, register, { body }, { headers: { ...headers, ...inSpanish } })
  const [mail] = await mailsTo(body.email)
  expect(mail?.subject).toBe('Confirme su correo electrónico')
  expect(mail?.body).toMatch(/^Hola:\n\nGracias por registrarse en Test project\. .+\n\nhttp.+\n\n.+ 72 horas\./)
  await confirm(secretIn(mail?.body), body.password)
  expect(await languageOf(body.email)).toBe('es')
  expect((await signIn(body, { 'accept-language': 'en-US' })).body.language).toBe('es')
})

test('what a visitor has chosen counts before what the browser asks for', async () => {
  const body = registrationForm()
  await send(null, register, { body }, { headers: { ...headers, ...inSpanish }, cookies: { language: 'en' } })
  const [mail] = await mailsTo(body.email)
  expect(mail?.subject).toBe('Please confirm your email address')
  await confirm(secretIn(mail?.body), body.password)
  expect(await languageOf(body.email)).toBe('en')
})

test('an account that joins a project keeps its language, whoever registered', async () => {
  const elsewhere = await given.patient(undefined, { language: 'es' })
  const body = registrationForm({ email: elsewhere.email })
  await send(null, register, { body }, { headers: { ...headers, 'accept-language': 'en' } })
  await confirm(secretIn((await mailsTo(elsewhere.email))[0]?.body), elsewhere.password)
  const rows = await owner('select language from patients where email = $1 and project_id = $2', [
    elsewhere.email,
    project,
  ])
  expect(rows).toEqual([{ language: 'es' }])
})

test('an invitation is in English, and whoever accepts it in Spanish reads Spanish', async () => {
  const email = `invited.${uuid()}@patients.example`
  await as(nurse).call(sendInvitation, { body: { firstName: 'Mia', lastName: 'Cruz', email } })
  const [mail] = await mailsTo(email)
  expect(mail?.subject).toBe('Your invitation to Test project')
  const acceptance = { params: { token: secretIn(mail?.body) }, body: { password: 'Lantern-fish-7!' } }
  expect((await send(null, acceptInvite, acceptance, { headers: inSpanish })).status).toBe(200)
  expect(await languageOf(email)).toBe('es')
})

test('a sign-in in Spanish says what a patient reads only while it is not known', async () => {
  const [ana, ben] = [await given.patient(project), await given.patient(project, { language: 'en' })]
  await signIn(ana)
  expect(await languageOf(ana.email)).toBe('')
  await signIn(ana, inSpanish)
  expect(await languageOf(ana.email)).toBe('es')
  expect((await signIn(ben, inSpanish)).body.language).toBe('en')
  expect(await languageOf(ben.email)).toBe('en')
})

test('a browser that somebody else has set to Spanish says nothing of who signs in by it', async () => {
  const { email, password } = await given.patient(project)
  const there = { headers: { 'accept-language': 'en-US' }, cookies: { language: 'es' } }
  expect((await send(null, loginPatient, { body: { email, password } }, there)).status).toBe(200)
  expect(await languageOf(email)).toBe('')
})

test('a patient chooses, also before the address is confirmed, and nobody else is changed', async () => {
  const [ana, ben] = [await given.patient(project), await given.patient(project)]
  const choose = (user: TestUser, language: string) => send(user, setLanguage, { body: { language } })
  expect((await choose(ana, 'es')).status).toBe(200)
  expect([await languageOf(ana.email), await languageOf(ben.email)]).toEqual(['es', ''])
  expect((await choose(ana, 'Spanish')).status).toBe(400)
  expect((await choose(nurse, 'es')).status).toBe(403)

  const body = registrationForm()
  await send(null, register, { body }, { headers })
  const session = { ...nurse, token: (await signIn(body)).body.access_token }
  expect((await choose(session, 'es')).status).toBe(200)
  expect(await owner('select language from registrations where email = $1', [body.email])).toEqual([{ language: 'es' }])
})

const clinicOf = async (language: string) => {
  const ana = await given.patient(undefined, { language })
  const at = ana.project
  const staff = { nora: await given.staff('Nurse', at), adam: await given.staff('Admin', at) }
  const subjects = async () => (await mailsTo(ana.email)).map(({ subject }) => subject)
  return { ana, ...staff, subjects }
}
type Clinic = Awaited<ReturnType<typeof clinicOf>>

const day = '2032-03-10T16:00:00.000Z'
const visits = async ({ ana, nora, adam }: Clinic) => {
  const key = ana.code
  const { appointment } = await as(ana).call(bookMyAppointment, { body: { start: day } })
  const params = { key, id: appointment.id }
  await remindDue(platform, new Date(Date.parse(day) - dayMs))
  // Until then, the change of the room would come as the news of the appointment.
  await owner("update mail_outbox set status = 'sent', sent_at = now() where project_id = $1", [ana.project])
  const { bytes } = await send(ana, downloadMyAppointment, { params })
  const { scanners } = await as(adam).call(addScanner, { body: { name: 'North', room: 'Room 4' } })
  await as(nora).call(assignScanner, { params, body: { scanner: scanners[1]!.id } })
  await as(ana).call(moveMyAppointment, { params, body: { start: '2032-03-10T17:00:00.000Z' } })
  await as(ana).call(cancelMyAppointment, { params })
  return bytes.toString()
}
const scansAndMoney = async ({ ana, nora, adam }: Clinic) => {
  const key = ana.code
  const studyId = await requested(ana)
  const receipt = { name: 'taxi.pdf', bytes: smallPdf() }
  const named = { email: ana.email, firstname: 'Ana', lastname: 'Rivera', studyId }
  const scan = { body: { ...named, reason: 'No form', ground: 'form_incomplete' as const } }
  await as(adam).call(extendScanRequest, scan)
  await as(adam).call(declineScanRequest, scan)
  await as(ana).call(requestAccess, { body: { studyId } })
  await as(adam).call(approveScanRequest, scan)
  await as(adam).call(revokeScanAccess, scan)
  await as(ana).call(addMyReimbursement, { body: { amount: '48', description: 'Taxi' } }, { file: receipt })
  const { reimbursements } = await as(ana).call(listMyReimbursements, { params: { key } })
  const body = { status: 'On Hold', comment: 'Which taxi?' } as const
  await as(nora).call(updateReimbursement, { params: { id: reimbursements[0]!.id }, body })
}
const account = async ({ ana, nora, adam }: Clinic) => {
  const { thread_id: thread } = await as(ana).call(startMyThread, {
    body: { id: uuid(), subject: 'Question', text: 'May I eat?' },
  })
  await as(nora).call(answerThread, { params: { thread }, body: { id: uuid(), text: 'Yes' } })
  const { closure } = await as(ana).call(askToCloseAccount, { body: { reason: '' } })
  const declined = { request_id: closure!.request_id, answer: 'Not yet' }
  await as(adam).call(declineClosure, { params: { key: ana.code }, body: declined })
  await as(null).call(resetPatientPassword, { params: { email: ana.email } })
  await as(null).call(register, { body: registrationForm({ email: ana.email }) }, { headers: { project: ana.project } })
  const passwords = { current_password: ana.password, password: 'Fresh-lantern-3!' }
  const { cookies } = await send(ana, changePassword, { body: passwords }, { cookies: cookiesOf(ana) })
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
}

test('every email that the portal writes to a patient who reads Spanish is in Spanish', async () => {
  const clinic = await clinicOf('es')
  const { ana, nora } = clinic
  const calendar = await visits(clinic)
  await scansAndMoney(clinic)
  const cookies = await account(clinic)
  const proposed = `proposed.${ana.code}@patients.example`.toLowerCase()
  const wanted = `wanted.${ana.code}@patients.example`.toLowerCase()
  await as(nora).call(updatePatient, { body: { _id: ana.id, email: proposed } })
  await as(ana).call(updateMyProfile, { body: { email: wanted } as never })
  const token = secretIn((await mailsTo(wanted))[0]?.body)
  expect((await send(ana, confirmPatientEmail, { params: { token }, body: {} }, { cookies })).status).toBe(200)

  expect(calendar).toMatch(/PRODID:.*\/\/ES\r\n/)
  expect(calendar).toContain('SUMMARY:Cita en Test project')
  expect(await clinic.subjects()).toEqual([
    'Su cita: miércoles, 10 de marzo de 2032, 11:00 a.m.',
    'Recordatorio de su cita: miércoles, 10 de marzo de 2032, 11:00 a.m.',
    'Cambió la sala de su cita: miércoles, 10 de marzo de 2032, 11:00 a.m.',
    'Su cita cambió de fecha u hora: miércoles, 10 de marzo de 2032, 12:00 p.m.',
    'Se canceló su cita: miércoles, 10 de marzo de 2032, 12:00 p.m.',
    'Sobre su solicitud de acceso · Test project',
    'Sobre su solicitud de acceso · Test project',
    'Se aprobó su solicitud de acceso · Test project',
    'Terminó el acceso a un estudio · Test project',
    'Su solicitud de reembolso: En espera · Test project',
    'Tiene un mensaje nuevo · Test project',
    'Sobre su solicitud de cerrar su cuenta · Test project',
    'Restablezca su contraseña',
    'Usted ya tiene una cuenta',
    'Su contraseña cambió',
    'Su correo electrónico está por cambiar',
    'Su correo electrónico está por cambiar',
    'Su correo electrónico cambió',
  ])
  const written = await Promise.all([ana.email, proposed, wanted].map(mailsTo))
  for (const { subject, body } of written.flat()) {
    expect(body, subject).toMatch(/^Hola(, Ana.*)?:\n\n/)
    expect(body.replace(/http\S+/g, ''), subject).not.toMatch(/\b(you|your|the|please|hello|and|this|to)\b|[{}]/i)
  }
})

test('an account is closed, and its visits are canceled, in Spanish', async () => {
  const { ana, adam, subjects } = await clinicOf('es')
  await as(ana).call(bookMyAppointment, { body: { start: day } })
  await as(ana).call(askToCloseAccount, { body: { reason: '' } })
  await as(adam).call(deletePatient, { params: { email: ana.code }, body: { reason: '' } })
  expect((await subjects()).slice(1)).toEqual([
    'Se canceló su cita: miércoles, 10 de marzo de 2032, 11:00 a.m.',
    'Se cerró su cuenta · Test project',
  ])
  const closed = (await mailsTo(ana.email)).at(-1)
  expect(closed?.body.replace(/http\S+/g, '')).not.toMatch(/\b(you|your|the|please|hello|and|this|to)\b|[{}]/i)
})

test('a language that the portal has no translation into is written to in English', async () => {
  const clinic = await clinicOf('fr')
  await as(clinic.ana).call(bookMyAppointment, { body: { start: day } })
  expect(await clinic.subjects()).toEqual(['Your appointment on Wednesday, March 10, 2032, 11:00 AM'])
})
