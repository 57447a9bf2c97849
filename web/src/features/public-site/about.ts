import { t } from '../../platform/language/t.ts'
import type { Section } from './ReadingPage.tsx'

export const aboutLead = t('We bring MRI to the patient, instead of bringing the patient to the magnet.')

export const about: readonly Section[] = [
  {
    heading: t('Why portable MRI'),
    body: [
      t(
        'Magnetic resonance imaging (MRI) shows soft tissue without X-rays, which makes it the best choice for many questions about the brain. But a conventional scanner weighs tons, needs a room shielded from radio waves, and never leaves it. People who are too sick to be moved, who live far away, or who cannot lie still in a narrow tube often go without the scan their physician needs.',
      ),
      t(
        'A portable scanner uses a much weaker magnet. It rolls through an ordinary door, fits next to the bed, and plugs into a wall outlet. It shows less detail, but it can be there when and where it is needed.',
      ),
    ],
  },
  {
    heading: t('How low-field MRI works'),
    body: [
      t(
        'In a magnetic field, the hydrogen in your body responds to radio pulses. The weaker the field, the fainter the response, and the more easily it is lost in electrical noise from lights, monitors, and phones. Two things make a faint signal useful.',
      ),
      [
        t('The scanner also measures the noise and removes it, so it needs no shielded room.'),
        t(
          'The software that builds the image uses a model of how the signal is made, which saves time in the scanner.',
        ),
      ],
      t(
        'A weak magnet also has advantages. It pulls less on metal, the scanner is quieter, and a relative or a nurse can stay next to the patient for the whole scan. Implants and metal still have to be checked before every scan. That is what the MRI safety questions in the portal are for.',
      ),
    ],
  },
  {
    heading: t('A robotic and AI platform'),
    body: [
      t(
        'The magnet is part of a robotic and AI platform. Robotics move the scanner to the right position and find the same position next time, so that two scans of one person can be compared. Artificial intelligence plans the scan, warns when the patient moves, and turns a faint signal into a clear image.',
      ),
      t(
        'Software helps, but people decide. Physicians read the scans made for care. A scan made only for research might not be read for a diagnosis.',
      ),
    ],
  },
  {
    heading: t('Over 30 patents'),
    body: [
      t(
        'The magnet, the coils, the noise removal, and the way the image is built come from years of research. Over 30 patents protect them. The research goes on with the volunteers and partner clinics who use this portal.',
      ),
    ],
  },
  {
    heading: t('Point-of-care imaging'),
    body: [
      t(
        'The goal is a scan where and when a decision is made: in the hospital unit, in the emergency department, in the clinic, or at a study site. No one has to be moved across a hospital at night or wait for an opening in another building to learn whether something has changed.',
      ),
    ],
  },
  {
    heading: t('For patients and volunteers'),
    body: [
      t(
        'You register once, answer the medical questions, and choose a time. On the day of your scan, a technologist explains every step and stays with you. Afterward, your scans and documents appear in your account. You can request access to a scan there and share it with your own physician.',
      ),
      t(
        'Study volunteers can use the same account for travel costs: take a photo of a receipt, send it, and see when it is paid.',
      ),
    ],
  },
  {
    heading: t('For care teams'),
    body: [
      t(
        'Physicians, technologists, and nurses work from one patient list. All scans, files, forms, and emails of a patient are in one place. The portal tells you when something new comes in.',
      ),
    ],
  },
  {
    heading: t('How we protect your data'),
    body: [
      t(
        'Brain scans are as personal as data can be. Each file is encrypted on its own, every time a record is opened is logged, and projects are kept separate in the database. The privacy policy explains it in plain words.',
      ),
    ],
  },
]

export const companyLead = t('A page for the people who work with the portal: what the company builds, and why.')

export const company: readonly Section[] = [
  {
    heading: t('Portable MRI'),
    body: [
      t(
        'We build and run portable MRI for the brain. The scanner comes to the hospital unit, the clinic, or the study site, works at low field, and needs no shielded suite. That makes imaging available to people who could not get it before.',
      ),
      t(
        'When you explain it to a patient: it makes the same kind of image as a large scanner, with less detail and without the tube. It uses no X-rays. A family member can stay with them.',
      ),
    ],
  },
  {
    heading: t('A robotic and AI platform'),
    body: [
      t(
        'The magnet is part of a robotic and AI platform. Robotics help position the scanner and the patient, and repeat a scan the same way. Artificial intelligence helps turn a weak signal into a clear image. Physicians read the scans made for care.',
      ),
    ],
  },
  {
    heading: t('Over 30 patents'),
    body: [
      t(
        'Over 30 patents protect our work. They come from the same research that our volunteers and partners make possible.',
      ),
    ],
  },
  {
    heading: t('Point-of-care imaging'),
    body: [
      t(
        'The goal is a scan where and when a decision is made. Hospitals, imaging centers, research facilities, and clinics use the same portal, each in its own project.',
      ),
    ],
  },
  {
    heading: t('How we work with this portal'),
    body: [
      [
        t('Open only the records you need for your work. Every time you open a record, it is logged with your name.'),
        t('Share scans and files through the portal, not by private email.'),
        t(
          'Sign out when you leave a shared computer. After 20 minutes without activity, the portal signs you out and saves what you typed.',
        ),
        t('Tell an admin right away if a device is lost or an account is misused.'),
      ],
    ],
  },
]
