import { authorizationYears, draftHours, inviteDays, resetMinutes } from '@fornix/contract'
import { t } from '../../platform/language/t.ts'
import type { Section } from './ReadingPage.tsx'

export const privacyLead = t(
  'This policy explains in plain words what the portal stores about you, how it is protected, and what you can ask for.',
)

// Every sentence here is a promise that the program keeps: change them together.
export const privacy: readonly Section[] = [
  {
    heading: t('Information we collect'),
    body: [
      [
        t('What you tell us when you register: name, email address, postal address, and mobile number.'),
        t(
          'Information about your care or study: date of birth, medical answers, scans, documents, authorizations, appointments, reimbursement requests, messages, and what your care team writes in your record.',
        ),
        t(
          'Records of how the portal is used: when you signed in, the kind of browser you used, and who opened or changed which data.',
        ),
        t(
          'If you sign in with an identity provider: its identifier for you and your confirmed email address. We never see your password there.',
        ),
      ],
      t('Your own password is stored only as a salted hash, which cannot be turned back into the password.'),
      t(
        'What you type in a form but do not send is saved for up to {draftHours} hours, so that it is not lost if your session ends. It is encrypted, only you can get it back, and you can discard it. Passwords and files are never included.',
        { draftHours },
      ),
    ],
  },
  {
    heading: t('How we use it'),
    body: [
      t(
        'Your information is used to care for you, to run the study you joined, to schedule appointments, to reimburse expenses, to write to you about these things, and to keep the portal safe. It is not used for advertising and it is not sold.',
      ),
      t(
        'This portal has no third-party analytics and no tracking. Its pages load nothing from other sites, unless the clinic lets you sign in with Google or book with a scheduling service.',
      ),
    ],
  },
  {
    heading: t('Who we share it with'),
    body: [
      t(
        'Your care team and the admins of your project can open your record. That means physicians, MRI technologists, nurses, and admins. No other project on the system can: the database itself keeps them apart. Other patients never see anything of yours.',
      ),
      t(
        'Beyond that, we share information only with services that the clinic has chosen, such as email delivery or an identity provider. We also share it with people you name in writing, and where the law requires it.',
      ),
    ],
  },
  {
    heading: t('How we protect it'),
    body: [
      [
        t('Every file is encrypted with its own key, and those keys are encrypted with the project’s key.'),
        t(
          'An audit log records who opened or changed health information, and who was refused. Its entries are chained, so that tampering can be detected. As a patient, you can see in the portal who opened your information, and when.',
        ),
        t('Every request is checked twice: by the portal and by the database.'),
        t('Sign-in slows down after repeated failures, and a session ends after 20 minutes without activity.'),
        t('The server’s technical log contains no names and nothing that people typed.'),
      ],
    ],
  },
  {
    heading: t('Your rights'),
    body: [
      t('You may ask for:'),
      [
        t('access: a copy of the information we hold about you;'),
        t('correction: a change to anything that is wrong (you can change most of your profile yourself);'),
        t('deletion: removal of anything that no law or study rule requires us to keep;'),
        t('restriction: a pause in the use of certain information;'),
        t(
          'portability: your documents and scans in a format you can take elsewhere. You can download documents yourself at any time.',
        ),
      ],
      t('Write to the contact address below. You do not have to give a reason, and there is no charge.'),
    ],
  },
  {
    heading: t('How long we keep it'),
    body: [
      t(
        'Medical records and authorizations are kept as long as the law and the rules of your study require. A deleted document or record disappears from the portal right away, and no one can open it there. It is permanently removed after the number of years set by the clinic (10 unless it chose another number). A record with a signed authorization is not removed until {authorizationYears} years after the last day of that authorization. Backups contain it until they are deleted.',
        { authorizationYears },
      ),
      t(
        'The audit log is kept. It identifies people and files by number. It also contains the reasons that staff type when they open a record in an emergency, give it extra protection, or delete, merge, or export it.',
      ),
      [
        t('Text typed but not sent: {draftHours} hours.', { draftHours }),
        t(
          'Password reset links work for {resetMinutes} minutes. Links to confirm an email address, and invitations, work for {inviteDays} days. The addresses they were sent to are kept for up to 90 days, or longer if they are part of a record.',
          { resetMinutes, inviteDays },
        ),
        t('Sessions: until you sign out or are inactive for 20 minutes, and never longer than a day.'),
        t(
          'The network address used to sign in or register: an hour at most, to count attempts. After a failed sign-in, it is kept for 30 days.',
        ),
      ],
    ],
  },
  {
    heading: t('Cookies and storage in your browser'),
    body: [
      t(
        'To keep you safe, the portal sets these cookies. Scripts cannot read them (HttpOnly), and they are sent to this site only.',
      ),
      [
        t('The sign-in cookie renews your session while you work. It stops working when the session ends.'),
        t(
          'The device cookie is a random number that recognizes a browser you have used before, so that someone guessing passwords elsewhere cannot lock you out. It lasts a year.',
        ),
        t(
          'Each scan that you open sets a cookie that lets this browser load its images. It expires 15 minutes after you last used them.',
        ),
      ],
      t('If you choose a language, another cookie remembers it for a year. It contains nothing else.'),
      t(
        'While you are signed in, the session storage of this browser tab also keeps a short-lived access token, your name, email address, and role, your MRN and physician if you are a patient, who you are if you act for someone else, the chosen project and, while you ask for access to a scan, that scan’s number and date. They are removed when you sign out or close the tab. A tab also remembers how far you scrolled and the page to return to after you sign in.',
      ),
      t(
        'The browser’s local storage holds a few small values: the time of the last activity (so that all tabs sign out together), the fact that someone has signed in here (with a random number for that sign-in), a sign-out that could not be sent yet, and your choice of a light or dark theme. For staff, it also holds how lists look and whether single-key shortcuts are on. Nothing is stored for advertising.',
      ),
    ],
  },
  {
    heading: t('Changes to this policy'),
    body: [
      t('When this policy changes, the date at the top changes too. The version on this page is the one that applies.'),
    ],
  },
  {
    heading: t('Contact'),
    body: [
      t(
        'Send questions and requests about privacy to the postal address, email address, or phone number at the bottom of this page. You may also file a complaint with the Office for Civil Rights of the U.S. Department of Health and Human Services.',
      ),
    ],
  },
]
