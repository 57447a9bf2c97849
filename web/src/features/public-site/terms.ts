import { t } from '../../platform/language/t.ts'
import type { Section } from './ReadingPage.tsx'

export const termsLead = t(
  'These terms are the agreement between you and the clinic or research group that runs this portal. Please read them before you create an account.',
)

export const terms: readonly Section[] = [
  {
    heading: t('Acceptance of these terms'),
    body: [
      t(
        'By creating an account, accepting an invitation, or using the portal, you agree to these terms and to the privacy policy. If you do not agree, please do not use the portal. You can still reach the clinic by mail, email, or phone.',
      ),
      t(
        'You must be at least 18 years old to create your own account. A parent or legal guardian may act for a child.',
      ),
    ],
  },
  {
    heading: t('Your responsibilities'),
    body: [
      t('The portal contains health information, so its safety depends on everyone who uses it. You agree to:'),
      [
        t(
          'give correct information, especially in the medical questions, because a wrong answer can be dangerous near a magnet;',
        ),
        t('keep your password to yourself, and tell the clinic right away if you think someone else knows it;'),
        t('upload only files that belong to you or that you are allowed to share, and no harmful software;'),
        t(
          'use the portal only for your own care, your study, or your work at the clinic, and not try to reach other people’s records.',
        ),
      ],
      t('For safety, the portal signs you out after 20 minutes without activity.'),
    ],
  },
  {
    heading: t('Privacy'),
    body: [
      t(
        'The privacy policy says what is collected, why, and who can see it. It is part of these terms. Patients and volunteers see only their own data and the scans that were released to them.',
      ),
    ],
  },
  {
    heading: t('Medical disclaimer'),
    body: [
      t(
        'The portal shows scans, files, and messages. It does not give medical advice, does not diagnose, and does not replace talking with a physician. A scan made for research may never be read for a diagnosis.',
      ),
      t(
        'Do not use the portal in an emergency. In the United States, call 911 or go to the nearest emergency department.',
      ),
    ],
  },
  {
    heading: t('Intellectual property'),
    body: [
      t(
        'The portal and its text, artwork, and trademarks belong to the clinic or its licensors. Your own scans, documents, and words remain yours. You allow the clinic to store and display them as needed for your care, your study, or the law.',
      ),
    ],
  },
  {
    heading: t('Limits of liability'),
    body: [
      t(
        'The portal is provided as is. We do not promise that it is always available or free of errors. As far as the law allows, the clinic is not liable for indirect damages. It is also not liable for losses from using the portal, or from not being able to use it.',
      ),
      t(
        'Where the law does not allow such a limit, these terms do not set one. They never limit the duties of your physicians.',
      ),
    ],
  },
  {
    heading: t('Links to third parties'),
    body: [
      t(
        'Some pages link to other services, such as an identity provider, a scheduling service, or a social network. Their own terms and privacy policies apply there. The clinic does not control them and is not responsible for what they show.',
      ),
    ],
  },
  {
    heading: t('Changes to these terms'),
    body: [
      t(
        'These terms may change. The date at the top of this page shows when they last changed. If you keep using the portal after that, you accept the change.',
      ),
    ],
  },
  {
    heading: t('Governing law'),
    body: [
      t(
        'These terms are governed by the law of the state where the clinic is located and by United States federal law. The courts of that state decide disputes, unless the law where you live gives you another choice.',
      ),
    ],
  },
  {
    heading: t('Termination'),
    body: [
      t(
        'You may ask the clinic to close your account at any time. The clinic may block an account that puts other people or the portal at risk or breaks the law. Medical records are kept as long as the law requires, even after an account is closed.',
      ),
    ],
  },
  {
    heading: t('Contact'),
    body: [
      t(
        'Questions about these terms are welcome. The postal address, email address, and phone number are at the bottom of every page, and the contact form reaches the same people.',
      ),
    ],
  },
]
