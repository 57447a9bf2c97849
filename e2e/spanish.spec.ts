import { expect, test } from '@playwright/test'
import { comeBackTo } from './authorization-form.ts'
import { expectGoodInEveryLook } from './axe.ts'
import { follow } from './follow.ts'
import { expectLoaded } from './loaded.ts'
import { confirmationLink, mailTo, newPatient, newPerson, signInAdmin, signInByForm, signInPatient } from './people.ts'
import { approve, arriveFor, viewerOfOwn } from './studies.ts'

const spanish = { locale: 'es-MX', reducedMotion: 'reduce' } as const

test('a patient whose phone is in Spanish comes from the public page to the open scan', async ({ browser }) => {
  const phone = { ...spanish, viewport: { width: 390, height: 844 }, hasTouch: true }
  const page = await (await browser.newContext(phone)).newPage()
  const person = newPerson('Lucía')
  const broken: string[] = []
  page.on('pageerror', ({ message }) => broken.push(message))
  const inSpanish = () => expect(page.locator('html')).toHaveAttribute('lang', 'es')

  await test.step('the public page stands in Spanish before any program runs', async () => {
    await page.goto('/')
    await inSpanish()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imágenes del cerebro al lado de su cama')
    await expect(page).toHaveTitle(/^Imágenes del cerebro al lado de su cama · /)
    await expectGoodInEveryLook(page)
    await page.getByRole('link', { name: 'Soy paciente' }).click()
  })

  await test.step('faults of the registration are said in Spanish', async () => {
    await page.getByText('Registrarse', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Siguiente', exact: true }).click()
    await expect(page.getByText('Escriba su correo electrónico').first()).toBeVisible()
  })

  await test.step('a registration is completed', async () => {
    await page.getByLabel('Correo electrónico').fill(person.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(person.password)
    await page.getByLabel('Confirme la contraseña', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Siguiente', exact: true }).click()
    await expect(page.getByText('Paso 2 de 3')).toBeVisible()
    await page.getByLabel('Nombre', { exact: true }).fill(person.first_name)
    await page.getByLabel('Apellidos', { exact: true }).fill(person.last_name)
    await page.getByLabel('Dirección, línea 1').fill(person.address_1)
    await page.getByLabel('Ciudad').fill(person.city)
    await page.getByRole('combobox', { name: 'Estado' }).click()
    await page.getByRole('option', { name: 'Massachusetts' }).click()
    await page.getByLabel('Código postal').fill(person.zip_code)
    await page.getByLabel('Número de celular').fill(person.mobile_number)
    await page.getByRole('button', { name: 'Siguiente', exact: true }).click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Registrarse', exact: true }).click()
    await expect(page.getByText('¡Registro exitoso!')).toBeVisible()
    const mail = await mailTo(page, person.email, /^Confirme su correo electrónico$/)
    expect(mail.text).toMatch(/^Hola:\s+Gracias por registrarse en /)
    await page.goto(await confirmationLink(page.request, person.email))
    const password = page.getByLabel('Contraseña', { exact: true })
    await expect(page.getByText('Gracias. Su correo electrónico está confirmado.').or(password)).toBeVisible()
    if (await password.isVisible()) {
      await password.fill(person.password)
      await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
      await expect(page.getByText('Gracias. Su correo electrónico está confirmado.')).toBeVisible()
    }
  })

  await test.step('a wrong password is refused in Spanish, the right one leads home', async () => {
    await page.goto('/patients')
    await page.getByLabel('Correo electrónico').fill(person.email)
    await page.getByLabel('Contraseña', { exact: true }).fill('Wrong-fish-7!')
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
    await expect(page.getByText('No se pudo iniciar sesión. Revise sus datos.')).toBeVisible()
    await page.getByLabel('Contraseña', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^Buen(os días|as tardes|as noches), Lucía$/ })).toBeVisible()
  })

  await test.step('the list of scans is open and empty', async () => {
    await page.getByRole('link', { name: 'Estudios', exact: true }).last().tap()
    await expect(page.getByRole('heading', { name: 'Estudios de Lucía' })).toBeVisible()
    await expect(page.getByText('Todavía no hay estudios')).toBeVisible()
    await inSpanish()
  })

  await test.step('a scan has arrived, is asked for by the English form, and opens in Spanish', async () => {
    const admin = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await signInAdmin(admin, 'admin@northside.example')
    const name = `${person.first_name} ${person.last_name}`
    const study = await arriveFor(admin, page, name)
    await page.reload()
    const opensForm = page.waitForEvent('popup')
    await page.getByRole('button', { name: /^Solicitar acceso/ }).tap()
    const form = await opensForm
    await expect(form.getByText(/Este formulario es un documento legal/)).toBeVisible()
    await form.getByRole('checkbox', { name: 'Personal Use' }).tap()
    await form.getByLabel('Signature').fill(name)
    await form.getByRole('button', { name: 'Submit' }).tap()
    await expect(form.getByRole('dialog', { name: '¡Listo!' })).toBeVisible()
    await form.getByRole('button', { name: 'Aceptar' }).tap()
    await comeBackTo(page)
    await expect(page.getByText(/^Normalmente respondemos en 2 a 3 días hábiles, y a más tardar el /)).toBeVisible()
    await approve(admin, person.email, study)
    await mailTo(page, person.email, /aprob/)
    await page.reload()
    const opensViewer = page.waitForEvent('popup')
    await page.getByRole('button', { name: /^Abrir imágenes/ }).tap()
    const viewer = await opensViewer
    await expect(viewer.getByRole('main').getByRole('status')).toHaveText(/^AX T1, Corte 1 de 1/)
    await expect(viewer.locator('html')).toHaveAttribute('lang', 'es')
  })

  await test.step('another device opens in Spanish after the sign-in, and English that is chosen there is kept', async () => {
    const elsewhere = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } })
    const other = await elsewhere.newPage()
    await signInByForm(other, 'patient', person.email, person.password)
    await expect(other.locator('html')).toHaveAttribute('lang', 'es')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(/, Lucía$/)
    await follow(other, '/account')
    await other.getByRole('button', { name: 'English' }).click()
    await expect(other.locator('html')).toHaveAttribute('lang', 'en-US')
    const third = await (await browser.newContext(spanish)).newPage()
    await third.goto('/patients')
    await third.getByLabel('Correo electrónico').fill(person.email)
    await third.getByLabel('Contraseña', { exact: true }).fill(person.password)
    await third.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
    await expect(third.getByRole('heading', { level: 1 })).toHaveText(/^Good .+, Lucía$/)
  })
  expect(broken).toEqual([])
})

test('a patient’s pages fit a phone in Spanish', async ({ browser }) => {
  const page = await (await browser.newContext({ ...spanish, viewport: { width: 320, height: 800 } })).newPage()
  await signInPatient(page, 'ben.okafor@northside.example')
  const addresses = ['profile', 'patient/appointment', 'scan', 'files', 'patient/reimbursement', 'messages', 'news']
  for (const address of [...addresses, 'patient/profile', 'account', 'accessLog', 'mrSafety', 'survey', 'contactUs']) {
    if (address !== 'profile') await follow(page, `/${address}`)
    await expectLoaded(page)
    // What is wider than its place, and not meant to be scrolled or cut with an ellipsis.
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main *, nav *')]
        .filter(({ textContent }) => textContent?.trim())
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .filter((element) => {
          const { overflowX, textOverflow, display, position } = getComputedStyle(element)
          return (
            !/auto|scroll/.test(overflowX) &&
            textOverflow !== 'ellipsis' &&
            display !== 'inline' &&
            position !== 'absolute'
          )
        })
        .map((element) => `${element.className}: ${element.textContent?.slice(0, 40)}`),
    )
    expect.soft(cut, address).toEqual([])
  }
})

test('a patient reads the viewer in Spanish, and which side is which', async ({ browser }) => {
  const page = await (await browser.newContext({ ...spanish, viewport: { width: 390, height: 844 } })).newPage()
  const ana = 'ana.rivera@northside.example'
  await signInPatient(page, ana, undefined, (token) => viewerOfOwn(page.request, ana, token))
  await expect(page.getByRole('main').getByRole('status')).toHaveText('AX T1, Corte 19 de 36, en H 2.5 mm')
  await page.getByText('¿Qué estoy viendo?').click()
  await expect(
    page.getByText(/A la izquierda de la imagen está el lado derecho del cuerpo; a la derecha, el lado izq/),
  ).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/\b(the|slice|image|picture|next|view|portal is)\b/i)
  await expectGoodInEveryLook(page)
})

test('the page that stands in without network speaks Spanish, too', async ({ browser }) => {
  const page = await (await browser.newContext(spanish)).newPage()
  await page.goto('/offline.html')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esperando la conexión')
})

test('the language is chosen by a switch, stays, and staff read English', async ({ browser }) => {
  const context = await browser.newContext({ ...spanish, viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const language = page.locator('html')
  await page.goto('/aboutus')
  await page.getByRole('banner').getByRole('button', { name: 'English' }).click()
  await expect(language).toHaveAttribute('lang', 'en-US')
  await page.goto('/patients')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patients and volunteers')
  const { email, password } = await newPatient(page.request)
  await signInByForm(page, 'patient', email, password)
  await page.getByRole('button', { name: /menu of/i }).click()
  await page.getByRole('menuitemradio', { name: 'Español' }).click()
  await expect(language).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/, Nadia$/)

  const staff = await (await browser.newContext(spanish)).newPage()
  await staff.goto('/physicians')
  await staff.getByLabel('Correo electrónico').fill('nurse@northside.example')
  await staff.getByLabel('Contraseña', { exact: true }).fill('Demo-portal-1!')
  await staff.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  await expect(staff.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(staff.getByRole('heading', { level: 1, name: 'Patient List' })).toBeVisible()
})
