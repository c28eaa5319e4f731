# The main job with what a generator made of the documents, from signing up to the downloaded file.
# python-job.py <url> <setup code> <text>: prints what came back as JSON. Where the server does
# something by itself, the job asks again.
import json
import sys
import time

import kontor_a
import kontor_b
import urllib3

url, setup_code, text = sys.argv[1:]
plain = urllib3.PoolManager()


def open_client(package, credential=None):
    configuration = package.Configuration(host=url)
    configuration.access_token = credential
    return package.ApiClient(configuration)


def enter(name, **more):
    entry = kontor_b.SignUp(
        email=f"{name}@example.eu",
        password="correct horse battery",
        display_name=name,
        tenant_name=name,
        **more,
    )
    came = kontor_b.AccountsApi(open_client(kontor_b)).sign_up(entry).data
    return came.tenant_id, open_client(kontor_b, came.session_token)


def until(ask):
    for _ in range(600):
        found = ask()
        if found:
            return found
        time.sleep(0.05)
    raise TimeoutError("the server did not come to it in 30 seconds")


_, operator = enter("operator", setup_code=setup_code)
tenant_id, provider = enter("provider")
_, buyer = enter("buyer")

new_dataset = kontor_b.CreateDataset(name="Stations", visibility="listed")
dataset = kontor_b.DatasetsApi(provider).create_dataset(new_dataset).data
uploads = kontor_b.UploadsApi(provider)
new_upload = kontor_b.InitiateUpload(
    filename="station.txt", content_type="text/plain", size_bytes=len(text.encode())
)
upload = uploads.initiate_upload(dataset.dataset_id, new_upload).data
sent = plain.request("PUT", upload.upload_url, body=text, headers={"content-type": "text/plain"})
assert sent.status < 300, sent.status
status = uploads.confirm_upload(upload.object_id).data.status

review = kontor_b.ReviewApi(operator)
until(lambda: [one.object_id for one in review.review_queue().data.items])
review.approve_object(tenant_id, upload.object_id)

new_key = kontor_b.CreateApiKey(name="agent", scopes=["search:query"])
key = kontor_b.APIKeysApi(buyer).create_api_key(new_key).data.key
agent = open_client(kontor_a, key)
searches = kontor_a.SearchApi(agent)
found = until(lambda: (lambda answer: answer.results and answer)(searches.search('"heat pump"')))
hit = found.results[0]
wanted = kontor_a.MintDownload(asset_id=hit.asset_id, search_id=found.search_id)
link = kontor_a.DownloadsApi(agent).mint_download(wanted)
fetched = plain.request("GET", link.url).data.decode()

try:
    searches.search("titel:x")
    refused = None
except kontor_a.ApiException as error:
    refused = [error.status, json.loads(error.body)["code"]]
print(json.dumps({"status": status, "snippet": hit.snippet, "fetched": fetched, "refused": refused}))
