import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { messages } from './day-sheet-messages.ts'

export const PrintButton = () => (
  <Button
    variant="default"
    leftSection={<IconPrinter size={18} aria-hidden />}
    onClick={() => window.print()}
    className="no-print"
  >
    {messages.print}
  </Button>
)
