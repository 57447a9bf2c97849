import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll } from 'vitest'
import { signaturesIn } from '../src/platform/signing/byte-range.ts'
import type { PageContent } from '../src/platform/signing/signing-page.ts'
import { smallPdf } from './given.ts'
import { testApp } from './harness.ts'

/** A form of a project that is signed, and the signatures that are found in it. */
export const signingWorld = async () => {
  const app = await testApp()
  const { signer } = app.platform
  const { given } = app
  const folder = await mkdtemp(`${tmpdir()}/fornix-signing-`)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const page: PageContent = {
    title: 'Certificate of signature',
    lead: 'This page was added when the form was signed.',
    rows: [['Signed by', 'Ana Rivera']],
    notes: ['How to check this form'],
    countersign: null,
  }
  const by = { at: '2026-11-23T15:00:00.000Z', name: 'Ana Rivera', reason: 'Authorizes the disclosure' }
  const pdf = smallPdf('to be signed')
  const signed = async (more: Partial<PageContent> = {}, from = signer) => {
    const project_id = await given.project()
    return { project_id, ...(await from.sign(project_id, pdf, { ...page, ...more }, by)) }
  }
  const found = (bytes: Buffer) => signaturesIn(bytes, pdf.length)
  return { ...app, signer, folder, page, by, pdf, signed, found }
}
