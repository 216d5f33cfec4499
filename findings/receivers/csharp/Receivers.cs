using System;
using System.IO;
using System.Net;
using System.Text;
using System.Web.Script.Serialization;

public static class Receivers
{
    static readonly JavaScriptSerializer Json = new JavaScriptSerializer { MaxJsonLength = int.MaxValue };

    static object Read(HttpListenerRequest request, bool byIndexer)
    {
        if (request.Url.AbsolutePath == "/query")
            return Json.DeserializeObject(new StreamReader(request.InputStream, Encoding.UTF8).ReadToEnd());
        return byIndexer ? (object)request.QueryString["a"] : request.QueryString.GetValues("a");
    }

    public static void Main(string[] arguments)
    {
        var listener = new HttpListener();
        listener.Prefixes.Add("http://127.0.0.1:" + Environment.GetEnvironmentVariable("PORT") + "/");
        listener.Start();
        while (true)
        {
            HttpListenerContext context = listener.GetContext();
            byte[] bytes = Encoding.UTF8.GetBytes("{\"value\":" + Json.Serialize(Read(context.Request, arguments[0] == "indexer")) + "}");
            context.Response.ContentType = "application/json";
            context.Response.OutputStream.Write(bytes, 0, bytes.Length);
            context.Response.Close();
        }
    }
}
