"""The tokens and the commitment of the shoe in the documentation: opened, drawn from and revealed.

It is the worked example of docs/stream.md. `KEY` opens these tokens, but they are dated 1970: a service would accept
them only with this key and a SHOE_TTL of more than half a century. `python -m tests.api.resources.shoe_examples`
generates them.
"""

KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
COMMITMENT = "aa73980ca60043e75fecd697a5f124a2b8471b5db990a4958d57f4dadf1fdb08"
OPENED = (
    "gAAAAAAAAAAAcif5OtXhRH-wNo-IFY2wvGSqxUvNS4DTTR5C_N1Ha4bG52pm5w-ggbhzkrPISBXg1GjU-jkgoW20vaU0acXI0KHwo5MHtnxPP8"
    "YEi0NUHeaTtrwdRC8s_3DldzsKGbc4UqNthdP5XMS1sKJjA9-GQ1fX1tec4-9WPzNz7ZMTarcW4jUys_Qk7pp6sdfv0hx95VHf2qRnOyellzx_"
    "AG9NmjkuRjD6EVQoU4NiIuQMO8X-M9PK9vRB6jEcd1ZteiLguibk9xZVkHZRk3i-9N-B3JOfmkplZ-OVl1QQnJCmO9NkG5SDqai8nS1jd2rW9N"
    "ORISeRnrcIDNfiqPSU38CaPNEpCmsLKO7mc3EBDcy-PlstBOe0Bn-puFSu0mvV4trquJYQ3p977AKWXjtvEaGJAQpOxbB0louccnveCf1m2Uq1"
    "MZussQoLEdhjRdQSRiqcZOX3YQQzit2BPOJr-5ewpOrC6qCqQqQ4qD1sCi7ihgAujG-zXyWp2zz5UGRSctZi_gfxxn0CIGKZOm1mPZ_0qOX66-"
    "FkshAJN3eA9kQjZbeh5rLJfdIQk7iFhzr9I5f7wKUmiUYkdY3dWWXNxCmRB16P5jV7uYYaC6rhzs0NkJ_JgA2zEUR7p6VnIydZwN1fPpBJNc-l"
    "Hu-LFvZVhj6aOncejpWvhSZG4onLpwi1JuO0A5X5y_y-q8EAuopggutNgtutxhArkEg0KGQQGQv1BchxPsV5YAitHiJrTPW4AAEkci6LJqUGEX"
    "qzhvo2DO-7"
)
DRAWN = (
    "gAAAAAAAAAAAwENic3iqgwN7Bi7nlkLkk7kJxVQrn2mAlCRYp65qym3-Pfpn8XyTwTJGJ36FBxyU3o4Kevmi2FxuX1OHIOAQcWHnDYqHQwfTe2"
    "1dxqpA_JFO1ntZ6y2w0m1N9PaAK0puPR3nzopUewQqva8hDAQgXADGV7UC0EdwwzbxuwxYCNPmwcW4sK_hGep3o5jLkh295ZNtRo_veqqoy3Rn"
    "FKFSLeosS88vqDjy7EzfTmIhYpxFal5vP6c8BVnHbC-4YfMMGliVcDdNUslSngy7omefCba4g65LcC4Iv6eUK_4GhPamPOaVAHukK9vQnCqPnl"
    "EZIDoXLCSvS_cjvy-DZay6MMA_wIs79VaI_gMRQQJ_pzkaYD6QLo60WisWJM8hsO7NKElKrhveZt96HSjHi6nxV9fd76VfEb6HkTg-KXNkouD6"
    "dgHDtdBKn8nHXnOvWXMMvd1jta7fjTHXcwtoTqw9XmxKT61eB6KN9BwlBrxP35RJ_y2aI5bjaiVRpce7GYO9wz5pMKa4SYQMzJpknef55qO7IN"
    "Nva6y1WM7AQYJKiL3nFzFSJD9XReYP-B6S-0-v8vTCqxj_ns8WjziqhkbLqMSQP-OG4jgpUzebik9UH9hHbi_rjkF-vzg__NRntQxQBa90wmJG"
    "sXbRmONehUnvDs9zEsXgnrv0sSsVoStkygSQH7Agll1_MCC_JVL1DpwOwLrXjrjy9uPF8gVVDlGF9mdaAy8WyjIPs0peLSKqzAUrwU28Vyj0a0"
    "hAuDULdn2R"
)
REVEALED = (
    "gAAAAAAAAAAAhjWW3pHzi1rRPcXAfo5py4g7yEP5XSl4UFMzB300ixZFlpDS8w-5ecq-wed56YftPkT5UU5lmHC0lcBpH-Barj60Y9UfrGWuQA"
    "Q79lFer6AXsxAVjY8tW987QG40ebG7GmvMtoalCSf9ECTMby920uhtwgvF6ZcVKxykuYgi5ypISZ8PVflG44f0z9hvw1gBq2wvVzMXpLUTDikE"
    "9NfwM3xp0JS4-oIrtr86VrGTTOXelnh4EgR-tuGRhFMg39OGKIxuoGb2WVWmWL9-_5ZmBKAm2xh5rOCCYOxfz5Dcz7iu5nOw6prGZRd5ODNykm"
    "m2G3Af6aQVcTOaZGID7qaNONVl39dVqv5tMEs_ElBDmNPqeo00QSg9K5qMhSG5Gz556XodCbHldixGM7bzW_UF-_nJ9bDXnz6hzD1s6vgX-FIR"
    "VGSwBOzjxkhnwlB4fp7gq2blHF9Yz_F1i3KZYDV7FqCZYI-706eGs1fxqK2ICfIYlmer4FTShb33I1kok2gwYlGsbUl0eKVPBQA029_dCEDSm5"
    "FiS6Rx3Nw3M94Bw-Tj2l4K5FdzVrszAKJukRKhcxpH7YxobWeOa8MCZ5J32OQ_ePOx08lFEPY7tW4yk1iX1b8eyRY6llLTPNPs82FHBDBdgBv7"
    "mvInWgPYUSXUAUraZIL63_OkbKSBmkOoXZMmOdBk7XWq1UTdRoP4wYc1guL170HEiYRoai_k8UbWx9F46G7Ru6uKszHqplM1nPvymxrPdeEgLa"
    "G7wJ7v7uJc"
)
