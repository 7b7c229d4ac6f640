/**
 * What the rivals did with the same harness and the same data, measured on 21 November 2026 on another machine of two
 * cores, medians of five. Supabase Studio is a self-hosted production build of March 2026, Prisma Studio and Adminer
 * their releases of that day. They are here to be read beside, not divided by: only products that ran on one machine
 * at one time can be compared to a few percent.
 */
export const PUBLISHED = {
  'sql.cold ready_ms': { studio: 2366, prisma: 864, adminer: 91 },
  'sql.warm ready_ms': { studio: 967, prisma: 359, adminer: 78 },
  'sql.cold js_kb_before_ready': { studio: 2638, prisma: 3827, adminer: 108 },
  'table.cold ready_ms': { studio: 3330, prisma: 1758, adminer: 166 },
  'table.next ms': { studio: 164, prisma: 910, adminer: 167 },
  'table.sort ms': { studio: 563, prisma: 1173, adminer: 163 },
  'table.filter ms': { studio: 367, prisma: 138, adminer: 94 },
  'sql.1000 ms': { studio: 108, prisma: 1574, adminer: 199 },
  'sql.10000 ms': { studio: 249, prisma: 6269, adminer: 476 },
  'sql.100000 ms': { studio: 1402, prisma: null, adminer: 516 },
  'sql.heap heap_mb': { studio: 63, prisma: 201, adminer: 1 },
  'server pss_mb': { studio: 372, prisma: 103, adminer: null },
  'server.after pss_mb': { studio: 540, prisma: 103, adminer: null },
  'cold start usable_ms': { studio: 5100, prisma: 2500, adminer: 200 },
}
