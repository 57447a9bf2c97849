import type { Section } from './ReadingPage.tsx'

export const termsLead =
  'These terms are the agreement between you and the clinic or research group whose portal this is. Please read them before you make an account.'

export const terms: readonly Section[] = [
  {
    heading: 'Acceptance of these terms',
    body: [
      'By making an account, accepting an invitation or using the portal you agree to these terms and to the privacy policy. If you do not agree, please do not use the portal; you can still reach the clinic by post, email or telephone.',
      'You must be at least 18 years old to make an account of your own. A parent or legal guardian may act for a child.',
    ],
  },
  {
    heading: 'Your responsibilities',
    body: [
      'The portal holds health information, so its safety depends on everybody who uses it. You agree to:',
      [
        'give correct information, above all in the medical questions, because a wrong answer can be dangerous near a magnet;',
        'keep your password to yourself, and tell the clinic at once if you think somebody else knows it;',
        'upload only files that belong to you or that you are allowed to share, and no harmful software;',
        'use the portal only for your own care, your study or your work at the clinic, and not try to reach records of other people.',
      ],
      'For safety the portal signs you out after 20 minutes without activity.',
    ],
  },
  {
    heading: 'Privacy',
    body: [
      'The privacy policy says what is collected, why, and who can see it. It is part of these terms. Patients and volunteers see only their own data and the scans that were released to them.',
    ],
  },
  {
    heading: 'Medical disclaimer',
    body: [
      'The portal shows scans, files and messages. It does not give medical advice, does not diagnose and does not replace a talk with a physician. A scan made for research may never be read for a diagnosis.',
      'Do not use the portal in an emergency. In the United States, call 911 or go to the nearest emergency department.',
    ],
  },
  {
    heading: 'Intellectual property',
    body: [
      'The portal, its texts, drawings and marks belong to the clinic or its licensors. Your own scans, documents and words stay yours. You allow the clinic to store and show them as far as your care, your study or the law needs it.',
    ],
  },
  {
    heading: 'Limits of liability',
    body: [
      'The portal is offered with care but without a promise that it is always available or free of errors. As far as the law allows, the clinic is not liable for indirect damage or for loss that comes from using the portal or from not being able to use it.',
      'Nothing in these terms limits liability that cannot be limited by law, nor the duties of your physicians.',
    ],
  },
  {
    heading: 'Links to third parties',
    body: [
      'Some pages lead to services of others, for example an identity provider, a scheduling service or a social network. Their own terms and privacy policies hold there. The clinic does not control them and does not answer for what they show.',
    ],
  },
  {
    heading: 'Changes to these terms',
    body: [
      'These terms may change. The date at the top of this page shows when they last did. Going on to use the portal afterwards means that you accept the change.',
    ],
  },
  {
    heading: 'Governing law',
    body: [
      'The law of the state in which the clinic has its seat, and the federal law of the United States, govern these terms. The courts of that state decide disputes, unless the law of your home gives you another choice.',
    ],
  },
  {
    heading: 'Termination',
    body: [
      'You may ask the clinic to close your account at any time. The clinic may block an account that endangers other people, the portal or the law. Medical records are kept as long as the law demands, also after an account is closed.',
    ],
  },
  {
    heading: 'Contact',
    body: [
      'Questions about these terms are welcome. The postal address, email address and telephone number stand at the foot of every page, and the contact form reaches the same people.',
    ],
  },
]
