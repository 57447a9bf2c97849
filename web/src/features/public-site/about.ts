import type { Section } from './ReadingPage.tsx'

export const aboutLead =
  'We bring magnetic resonance imaging to the person, instead of bringing the person to the magnet.'

export const about: readonly Section[] = [
  {
    heading: 'Why portable MRI',
    body: [
      'Magnetic resonance imaging shows soft tissue without X-rays, which makes it the picture of choice for many questions about the brain. But a conventional scanner weighs tons, needs a room that is shielded against radio waves, and stays there for its whole life. People who are too ill to be moved, who live far away, or who cannot lie still in a narrow tube often go without the picture that their physician needs.',
      'A portable scanner works with a far weaker magnet. It rolls through an ordinary door, stands beside the bed and runs from a wall socket. What it gives up in detail it gains in reach: it is there when and where the question comes up.',
    ],
  },
  {
    heading: 'How a picture is made at low field',
    body: [
      'In a magnetic field the hydrogen in the body answers to radio pulses. The weaker the field, the fainter the answer, and the more it is covered by the noise of everything around: lamps, monitors, telephones. Two things make a faint answer useful.',
      [
        'The scanner listens for the noise as well and takes it out, so that it needs no shielded room.',
        'The computer that builds the picture knows how the signal comes about, and uses that knowledge instead of more time in the scanner.',
      ],
      'A weak magnet has advantages of its own. The pull on metal is much smaller, the scanner is quieter, and relatives or a nurse can stay beside the person for the whole scan. Implants and metal still have to be checked before every scan; that is what the medical questions in the portal are for.',
    ],
  },
  {
    heading: 'A robotic and AI platform',
    body: [
      'Around the magnet stands a robotic and AI platform. Robotics bring the scanner to the right position and find the same position again next time, so that two scans of one person can be compared. Artificial intelligence plans the scan, warns when somebody has moved, and gets a clear picture out of a faint signal.',
      'Software prepares; people decide. Reading a scan stays the work of physicians.',
    ],
  },
  {
    heading: 'Over 30 patents',
    body: [
      'Magnet, coils, noise removal, positioning and reconstruction are the result of years of research, and over 30 patents protect them. The same research goes on with the volunteers and the partner clinics who use this portal.',
    ],
  },
  {
    heading: 'Point-of-care imaging',
    body: [
      'The aim is a picture at the place and the time of the decision: on the ward, in the emergency department, in the practice or at a study site. Nobody has to be moved through a house at night, and nobody has to wait for a slot in another building to learn whether something has changed.',
    ],
  },
  {
    heading: 'What you meet as a patient or volunteer',
    body: [
      'You register once, answer the medical questions, and choose a time. On the day a technologist explains every step and stays with you. Afterwards your scans and documents appear in your account; you ask for access to a scan there, and share it with your own physician.',
      'Volunteers of a study find the same account useful for travel costs: photograph a receipt, send it, and see what was paid.',
    ],
  },
  {
    heading: 'What care teams meet',
    body: [
      'Physicians, technologists and nurses work on one list of patients. Scans, files, authorizations and messages of a person stand together, and a notification says when something new has arrived.',
    ],
  },
  {
    heading: 'Care for your data',
    body: [
      'Brain scans are as personal as data can be. Files are encrypted one by one, every look at a record is written down, and projects are kept apart down to the database. The privacy policy explains it in plain words.',
    ],
  },
]

export const companyLead =
  'An internal page for the people who work with the portal: what the company builds and what it stands for.'

export const company: readonly Section[] = [
  {
    heading: 'Portable MRI',
    body: [
      'We build and run MRI for the brain that moves. The scanner comes to the ward, the practice or the study site, works at low field and needs no shielded suite. That opens imaging to people who could not reach it before.',
      'When you explain it to a patient: it is the same kind of picture as in a large scanner, with less detail and without the tube. It uses no X-rays. Somebody can stay with them.',
    ],
  },
  {
    heading: 'A robotic and AI platform',
    body: [
      'Around the magnet stands a robotic and AI platform. Robotics help to bring scanner and patient into the right position and to repeat a scan the same way. Artificial intelligence helps to get a clear picture out of a weak signal. Reading the picture stays the work of physicians.',
    ],
  },
  {
    heading: 'Over 30 patents',
    body: [
      'The work is protected by over 30 patents. They come out of the same research that our volunteers and partners make possible.',
    ],
  },
  {
    heading: 'Point-of-care imaging',
    body: [
      'The aim is a picture at the place and the time of the decision. Hospitals, imaging centers, research facilities and clinics use the same portal, each in a project of its own.',
    ],
  },
  {
    heading: 'How we work with this portal',
    body: [
      [
        'Open only the records that you need for your work. Every look at a record is written down with your name.',
        'Share scans and files through the portal, not by private mail.',
        'Sign out when you leave a shared computer. After 20 minutes without activity the portal does it for you, and keeps what you had typed.',
        'Tell an admin at once when an account or a device is lost.',
      ],
    ],
  },
]
