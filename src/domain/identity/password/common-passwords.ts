/**
 * The commonest passwords that are long enough to pass the length rule, in lower case: number rows,
 * keyboard walks, doubled words and the usual word with the usual tail. Compared without case.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  012345678910 0123456789ab 0987654321098 098765432109 111111111111 111222333444 112233445566
  121212121212 123123123123 123412341234 1234512345123 123456123456 123456654321 1234567654321
  123456789012 1234567890123 12345678901234 123456789012345 1234567890123456
  1234567891011 123456789123 1234567891234 123456789987 123456789abc 123456789asd 123456789qwe
  123456abcdef 1234qwerasdf 1234qwerasdfzxcv 123abc123abc 123qweasdzxc 147258369147 147852369147
  159753159753 1q2w3e1q2w3e 1q2w3e4r1q2w 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1qaz1qaz1qaz
  1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc 222222222222 333333333333 444444444444 555555555555
  666666666666 741852963741 777777777777 789456123789 888888888888 987654321098 987654321987
  999999999999 000000000000 0000000000000 abc123abc123 abc123456789 abcabcabcabc abcd12345678
  abcd1234abcd abcdefghijkl abcdefghijklm abcdef123456 abcdefg12345 adminadminadmin admin1234567
  admin12345678 admin123456789 administrator administrator1 adminpassword aaaaaaaaaaaa
  asdasdasdasd asdf12345678 asdf1234asdf asdfasdfasdf asdfghjkl123 asdfghjkl1234 asdfghjklasdf
  azertyuiop12 azertyuiop123 azertyuiopqs baseball1234 basketball12 basketball123
  changeme1234 changeme12345 changemechangeme charlie12345 chocolate123 christopher1 computer1234
  contraseña123 contrasena123 dragondragon elizabeth123 football1234 footballfootball
  hellohellohello hello1234567 hello12345678 iloveyou1234 iloveyou12345 iloveyouiloveyou
  ilovemyfamily internet1234 jesuschrist1 jordan123456 letmein12345 letmein123456 letmeinletmein
  liverpool123 liverpoolfc1 lovelovelove manchester12 manchester123 manchesterunited
  michael12345 monkey123456 monkeymonkey motdepasse123 motdepasse12 mypassword12 mypassword123
  mypassword1234 newpassword1 newpassword12 newpassword123 p@ssw0rd1234 p@ssw0rd12345 p@ssword1234
  passpasspass passw0rd1234 passw0rd12345 passwort1234 passwort12345 passwortpasswort
  password0123 password1111 password1212 password1234 password12345 password123456
  password1234567 password12345678 password123456789 password1234567890 password123!
  password@123 password@1234 password#123 password2020 password2021 password2022 password2023
  password2024 password2025 password2026 passwordpassword princess1234 princessprincess
  qazwsxedcrfv qazwsxedc123 qazwsx123456 q1w2e3r4t5y6 q1w2e3r4t5y6u7i8 qweasdzxc123 qweasdzxcqwe
  qweqweqweqwe qwer1234qwer qwerasdfzxcv qwerqwerqwer qwerty112233 qwerty123123 qwerty123456
  qwerty1234567 qwerty12345678 qwerty123456789 qwerty654321 qwertyasdfgh qwertyqwerty
  qwertyuiop12 qwertyuiop123 qwertyuiop1234 qwertyuiop123456789 qwertyuiop[] qwertyuiopas
  qwertyuiopasdf qwertyuiopasdfgh qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm
  qwertzuiop12 qwertzuiop123 secret123456 secretsecret spongebob123 starwars1234 summer123456
  sunshine1234 superman1234 superman12345 supermansuperman test12345678 test123456789
  testtesttest testpassword testpassword1 thisismypassword trustno1trustno1 unknown12345
  welcome12345 welcome123456 welcome@1234 welcome@12345 welcomewelcome whatever1234 wordpass1234
  zaq12wsxcde3 zxcvbnm12345 zxcvbnm123456 zxcvbnm,./123 zxcvbnmzxcvbnm
  `
    .trim()
    .split(/\s+/),
)
