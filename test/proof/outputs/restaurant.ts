/** The files of a record. */
const nord = (closes: string): string => `alias: nord
name: Bistro Nord
timeZone: Europe/Stockholm
language: sv
address: Storgatan 1, Stockholm
phone: "+46 8 123 456"
email: hej@nord.example
brand: {colour: "#7a1f2b", logo: "https://nord.example/logo.png"}
areas: [{id: window, name: By the window}]
tables:
  - {id: T1, seats: 1-2, area: window}
  - {id: T2, seats: 1-2}
  - {id: T3, seats: 2-4}
  - {id: T4, seats: 2-4}
  - {id: T5, seats: 4-6}
combinations: [{tables: [T3, T4], seats: 5-8}]
servicePeriods:
  - {name: Dinner, days: daily, opens: "17:00", closes: "${closes}", slotStep: 30}
turnTimes: [{upTo: 2, minutes: 90}, {minutes: 120}]
`;

/** One table, so that every further party waits. */
const SMALL = `alias: small
name: Lilla
timeZone: Europe/Stockholm
tables: [{id: T1, seats: 1-2}]
servicePeriods: [{name: Dinner, days: daily, opens: "19:00", closes: "21:00", slotStep: 60}]
`;

export const FILES: Readonly<Record<string, string>> = {
  'nord.yaml': nord('23:00'),
  'longer.yaml': nord('24:00').replace('seats: 4-6', 'seats: 4-8'),
  'wrong.yaml': nord('23:00').replace('seats: 1-2', 'seats: many').replace('daily', 'sometimes'),
  'small.yaml': SMALL,
  'menu.yaml': 'currency: SEK\ncategories: [{name: Mains, items: [{name: Cod, price_ore: 24500}]}]\n',
  'old.csv':
    'Number,Date,Time,Guests,Name,Phone,Table\n17,2027-03-08,19:00,2,Gun,+46701234567,T1\n18,2027-03-08,05:00,2,Ulf,,\n',
};
