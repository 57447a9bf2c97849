import { authorizationYears, draftHours, inviteDays, resetMinutes } from '@fornix/contract'
import type { Section } from './ReadingPage.tsx'

export const privacyLead =
  'This policy says in plain words what the portal stores about you, how it is protected, and what you can ask for.'

// Every sentence here is a promise that the program keeps: change them together.
export const privacy: readonly Section[] = [
  {
    heading: 'Information we collect',
    body: [
      [
        'What you tell us when you register: name, email address, postal address and mobile number.',
        'What belongs to your care or study: date of birth, medical answers, scans, documents, authorizations, appointments, reimbursement requests and messages, and what your care team writes into your record.',
        'What using the portal leaves behind: the times of your sign-ins, the kind of browser you used, and a list of who opened or changed which data.',
        'If you sign in with an identity provider: its identifier for you and your confirmed email address. We never see your password there.',
      ],
      'Your own password is stored only as a salted hash that cannot be turned back.',
      `What you type into a form and do not send is kept for up to ${draftHours} hours, so that it is not lost when your session ends. It is encrypted, only you get it back, and you can discard it. Passwords and files are never part of it.`,
    ],
  },
  {
    heading: 'How we use it',
    body: [
      'Your information is used to care for you, to run the study that you joined, to plan appointments, to pay back expenses, to write to you about these things, and to keep the portal safe. It is not used for advertising and it is not sold.',
      'There is no third-party analytics and no tracking in this portal. Its pages load nothing from other sites, unless the clinic lets you sign in with Google or book with a scheduling service.',
    ],
  },
  {
    heading: 'Who we share it with',
    body: [
      'Within a project, the physicians, MRI technologists, nurses and admins of that project can open your record. Other projects on the same system cannot: the database itself keeps them apart. Other patients never see anything of yours.',
      'Beyond that, information goes only to services that the clinic has chosen, for example for mail delivery or as an identity provider, to whom you authorize in writing, and where the law demands it.',
    ],
  },
  {
    heading: 'How we protect it',
    body: [
      [
        'Every file is encrypted with a key of its own; those keys are encrypted with a key of the project.',
        'An audit log records who opened or changed health information, also when it was refused. Its entries are chained, so that a later change shows. As a patient you see in the portal who opened what of yours, and when.',
        'Each request is checked twice: by the program and by the database.',
        'Sign-in slows down after repeated failures, and a session ends after 20 minutes without activity.',
        'The technical log of the server names no people and holds nothing of what they typed.',
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
        'portability: your documents and scans in a form that you can take elsewhere. Documents you can download yourself at any time.',
      ],
      'Write to the contact address below. You do not have to give a reason, and asking costs nothing.',
    ],
  },
  {
    heading: 'How long we keep it',
    body: [
      `Medical records and authorizations are kept as long as the law and the rules of your study demand. A document or a record that is deleted disappears from the portal at once, and nobody can open it there any more. It is removed for good after the number of years that the clinic has set (10, unless it chose another), and a record with a signed authorization not before ${authorizationYears} years after the last day of that authorization. Backups hold it until they are deleted. The audit log stays; it names people and files by numbers only.`,
      [
        `What was typed and not sent: ${draftHours} hours.`,
        `Links to choose a new password: ${resetMinutes} minutes. Links to confirm an email address, and invitations: ${inviteDays} days.`,
        'A session: until you sign out, or 20 minutes without activity, and a day at the latest.',
        'The network address from which somebody signs in or registers: an hour at most, to count attempts.',
      ],
    ],
  },
  {
    heading: 'Cookies and storage in your browser',
    body: [
      'The portal sets two cookies. Scripts cannot read them (HttpOnly), and they are sent to this site only.',
      [
        'The sign-in cookie renews your session while you work. It is worth nothing once the session has ended.',
        'The device cookie is a random number that tells a browser in which you have signed in before from an unknown one, so that somebody who tries passwords elsewhere cannot lock you out. It lasts a year.',
      ],
      'While you are signed in, this browser tab also keeps a short-lived access token, your name, your role, the chosen project and, while you ask for access to a scan, that scan’s number and date in its session storage; they are removed when you sign out or close the tab. A tab remembers, too, how far you had scrolled and the page to return to after signing in.',
      'The browser’s local storage holds three small notes: when somebody last typed or pointed (so that all tabs sign out together), that somebody has signed in here, and the light or dark look that you chose. Nothing is stored for advertising.',
    ],
  },
  {
    heading: 'Changes to this policy',
    body: [
      'When this policy changes, the date at the top changes with it. The version that stands here is the one that holds.',
    ],
  },
  {
    heading: 'Contact',
    body: [
      'Questions and requests about privacy reach the clinic by the postal address, email address or telephone number at the foot of this page. You may also complain to the Office for Civil Rights of the U.S. Department of Health and Human Services.',
    ],
  },
]
