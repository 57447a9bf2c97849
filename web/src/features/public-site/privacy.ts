import type { Section } from './ReadingPage.tsx'

export const privacyLead =
  'This policy says in plain words what the portal stores about you, how it is protected, and what you can ask for.'

export const privacy: readonly Section[] = [
  {
    heading: 'Information we collect',
    body: [
      [
        'What you tell us when you register: name, e-mail address, postal address and mobile number.',
        'What belongs to your care or study: date of birth, medical answers, scans, documents, authorizations, appointments, reimbursement requests and messages.',
        'What using the portal leaves behind: the time and kind of each sign-in, the kind of device, and a record of who read or changed which data.',
        'If you sign in with an identity provider: its identifier for you and your confirmed e-mail address. We never see your password there.',
      ],
      'Your own password is stored only as a salted hash that cannot be turned back.',
    ],
  },
  {
    heading: 'How we use it',
    body: [
      'Your information is used to care for you, to run the study that you joined, to plan appointments, to pay back expenses, to write to you about these things, and to keep the portal safe. It is not used for advertising and it is not sold.',
      'There is no third-party analytics and no tracking in this portal.',
    ],
  },
  {
    heading: 'Who we share it with',
    body: [
      'Within a project, physicians, MRI technologists, nurses and admins see what they need for their work. Other projects on the same system cannot see it: the database itself keeps them apart.',
      'Beyond that, information goes only to services that the clinic has chosen and named to you, for example for mail delivery or an identity provider, to whom you authorize in writing, and where the law demands it.',
    ],
  },
  {
    heading: 'How we protect it',
    body: [
      [
        'Every file is encrypted with a key of its own; those keys are encrypted with a key of the project.',
        'An audit log records who opened or changed health information. Its entries are chained, so that a later change shows.',
        'Sign-in slows down after repeated failures, and a session ends after 20 minutes without activity.',
        'Each call is checked twice: by the program and by the database.',
      ],
    ],
  },
  {
    heading: 'Your rights',
    body: [
      'You may ask for:',
      [
        'access: a copy of the information that is held about you;',
        'correction: a change of what is wrong; most of your profile you can change yourself;',
        'deletion: removal of what no law or study rule makes us keep;',
        'restriction: that certain information is not used for a time;',
        'portability: your documents and scans in a form that you can take elsewhere.',
      ],
      'Write to the contact address below. You do not have to give a reason, and asking costs nothing.',
    ],
  },
  {
    heading: 'How long we keep it',
    body: [
      'Medical records and authorizations are kept as long as the law and the rules of your study demand. Password reset links expire after 30 minutes. Sessions end after 20 minutes without activity, and after a day at the latest.',
    ],
  },
  {
    heading: 'Cookies and storage in your browser',
    body: [
      'The portal sets one kind of cookie: a sign-in cookie that scripts cannot read (HttpOnly) and that is sent to this site only. It renews your session while you work and ends with it.',
      'While you are signed in, this browser tab also keeps a short-lived access token, your name, your role and the chosen project in its session storage. They are removed when you sign out or close the tab. Nothing is stored for advertising.',
    ],
  },
  {
    heading: 'Changes to this policy',
    body: [
      'When this policy changes, the date at the top changes with it. If a change matters to your rights, you are told before it takes effect.',
    ],
  },
  {
    heading: 'Contact',
    body: [
      'Questions and requests about privacy reach the clinic by the postal address, e-mail address or telephone number at the foot of this page. You may also complain to the Office for Civil Rights of the U.S. Department of Health and Human Services.',
    ],
  },
]
