import { asvsNumbers } from './asvs-numbers.ts'
import type { Standard } from './line.ts'
import { api, encoding, fileHandling, validation, webFrontend } from './lists/asvs-01-05.ts'
import { authentication, sessions } from './lists/asvs-06-07.ts'
import { authorization, communication, cryptography, oauth, tokens } from './lists/asvs-08-12.ts'
import { architecture, configuration, dataProtection, logging, webrtc } from './lists/asvs-13-17.ts'
import { electronicRecords, electronicSignatures } from './lists/cfr-11.ts'
import { accessOfIndividuals, safeguards } from './lists/hipaa.ts'
import * as nist from './lists/nist-63b.ts'
import * as wcag from './lists/wcag.ts'
import { wcagNumbers } from './wcag-numbers.ts'

/** Every standard that the portal is held against. A new list is a file in `lists/` and a line here. */
export const standards: Standard[] = [
  {
    name: 'HIPAA',
    about: 'Security Rule, technical safeguards, and the right of access: 45 CFR 164.312 and 164.524, at ecfr.gov.',
    parts: [safeguards, accessOfIndividuals],
  },
  {
    name: 'ASVS 5.0.0',
    about: 'OWASP Application Security Verification Standard, levels 1 and 2, all numbers: github.com/OWASP/ASVS.',
    ids: asvsNumbers,
    parts: [
      encoding,
      validation,
      webFrontend,
      api,
      fileHandling,
      authentication,
      sessions,
      authorization,
      tokens,
      oauth,
      cryptography,
      communication,
      configuration,
      dataProtection,
      architecture,
      logging,
      webrtc,
    ],
  },
  {
    name: '21 CFR 11',
    about:
      'Electronic records and electronic signatures, 11.10 to 11.300, at ecfr.gov. For clinics that run studies under it.',
    parts: [electronicRecords, electronicSignatures],
  },
  {
    name: 'NIST SP 800-63B-4',
    about:
      'Authentication at assurance level 2 (AAL2), at pages.nist.gov/800-63-4. Words in brackets part a number into its rules.',
    parts: [nist.aal2, nist.authenticators, nist.general, nist.recovery, nist.sessions],
  },
  {
    name: 'WCAG 2.2',
    about: 'Web Content Accessibility Guidelines, levels A and AA, all criteria: w3.org/TR/WCAG22.',
    ids: wcagNumbers,
    parts: [wcag.perceivable, wcag.operable, wcag.understandable, wcag.robust],
  },
]
