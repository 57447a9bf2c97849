import * as nodemailer from 'nodemailer'
import { expect, test, vi } from 'vitest'
import { smtpTransport } from './transport.ts'

vi.mock('nodemailer', { spy: true })

test('the mail library may read neither files nor addresses, whatever a mail says', () => {
  smtpTransport('smtp://127.0.0.1:9', 'Fornix <no-reply@fornix.example>').close()
  expect(nodemailer.createTransport).toHaveBeenCalledWith(
    expect.objectContaining({ disableFileAccess: true, disableUrlAccess: true }),
  )
})
