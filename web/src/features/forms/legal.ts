import { type FormVersion, formVersion } from '@fornix/contract'

export type LegalSection = { title: string; text: string }

/** What is signed, section by section. The apostrophes are plain ones, which every PDF font has. */
const text20261: readonly LegalSection[] = [
  {
    title: 'What will be disclosed',
    text: 'I authorize the imaging provider named above to release to me, through its patient portal, the images of the MRI scan named above, together with the date, the type and the source of that scan. The images are my protected health information. This authorization covers that scan only; for any other scan I will be asked to sign again. The images on the portal are for my information. They are not a diagnosis, and they do not replace a report by a physician or a conversation with my care team.',
  },
  {
    title: 'Who may see the scan',
    text: 'The scan is opened to me alone, in my own account, after a member of the staff has read this form. I understand that anybody to whom I show the images, to whom I send copies of them, or to whom I give my password, can see them as well. I will keep my password to myself and sign out on a device that I share with others.',
  },
  {
    title: 'Disclosure to others',
    text: 'Once I have passed the images on, they may no longer be protected by the federal rules on the privacy of health information (45 CFR Parts 160 and 164), and those who receive them may pass them on again. The imaging provider is not responsible for what happens to copies that I have made.',
  },
  {
    title: 'This authorization is my choice',
    text: 'I sign this form of my own free will. My treatment, payment for it, my enrollment in a health plan, my eligibility for benefits and my part in a research study do not depend on whether I sign. If I do not sign, the scan stays closed to me on the portal, and I can still ask my care team about its result.',
  },
  {
    title: 'How long it is effective',
    text: 'This authorization is effective one year from the day of signing unless a different expiration date is set above. When it ends, the scan is closed again by itself. I may then ask for access once more by signing a new form.',
  },
  {
    title: 'How I can take it back',
    text: 'I may revoke this authorization at any time, in writing or through the contact page of the portal. The scan is closed as soon as the staff has read my message. A revocation does not undo what was disclosed before it. The imaging provider may also end the access, and will then tell me why.',
  },
  {
    title: 'Copies of this form',
    text: 'I have a right to a copy of this signed form. I find it among my files on the portal, where I can read, print and download it at any time. The imaging provider keeps it for as long as the law requires, and cannot change it after I have signed.',
  },
  {
    title: 'My electronic signature',
    text: 'By typing my full name below and submitting this form I sign it electronically. I agree that this signature has the same effect as one by hand. The portal records my name as I typed it, the account from which I signed, the time and a fingerprint of this document, and seals them, so that a later change would show.',
  },
  {
    title: 'Questions',
    text: 'If anything in this form is not clear to me, I will ask before I sign: the contact page of the portal reaches the people who answer. If I believe that my privacy rights have been violated, I may complain to the imaging provider or to the Office for Civil Rights of the U.S. Department of Health and Human Services, and nobody may treat me worse for it.',
  },
]

/** The text of each version of the contract. One that was signed stays as it is. */
const texts: Record<FormVersion, readonly LegalSection[]> = { '2026-1': text20261 }

/** What is signed today. */
export const legalText = texts[formVersion]
/** What a form of that version says; undefined for a version that the portal does not know, whose PDF shows it. */
export const legalTextOf = (version: string): readonly LegalSection[] | undefined =>
  Object.hasOwn(texts, version) ? texts[version as FormVersion] : undefined
